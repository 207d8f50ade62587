package io.holdfast.lock.internal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The waiters of one lane in order of arrival. Linked through the waiters themselves, so that leaving costs the same anywhere. */
final class LocalQueue {
    // Mutable state, written under the lane's monitor; the first may be read without it
    private volatile @Nullable Waiter first;
    private @Nullable Waiter last;

    boolean isEmpty() {
        return first == null;
    }

    @Nullable Waiter first() {
        return first;
    }

    void add(Waiter waiter) {
        Waiter before = last;
        waiter.previous = before;
        last = waiter;
        if (before == null) {
            first = waiter;
        } else {
            before.next = waiter;
        }
    }

    void remove(Waiter waiter) {
        if (waiter.previous == null) {
            first = waiter.next;
        } else {
            waiter.previous.next = waiter.next;
        }
        if (waiter.next == null) {
            last = waiter.previous;
        } else {
            waiter.next.previous = waiter.previous;
        }
        waiter.previous = null;
        waiter.next = null;
    }

    List<Waiter> all() {
        List<Waiter> all = new ArrayList<>();
        for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
            all.add(waiter);
        }
        return all;
    }
}
