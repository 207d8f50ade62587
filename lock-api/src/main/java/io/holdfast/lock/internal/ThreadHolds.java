package io.holdfast.lock.internal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which locks one thread has through {@code lock()}, and how often. Only the thread itself sees it, so re-entry needs no
 * synchronization. A thread that dies without unlocking takes this with it, but not the lock, as with any other Lock.
 */
final class ThreadHolds {
    // Mutable state, confined to the thread. Most threads have one lock at a time and never need the map.
    private @Nullable Entry single;
    private @Nullable Map<String, Entry> more;

    @Nullable Entry find(String name) {
        if (single != null && single.hold.lockName().equals(name)) {
            return single;
        }
        return more == null ? null : more.get(name);
    }

    void add(EngineHold hold) {
        Entry entry = new Entry(hold);
        if (single == null) {
            single = entry;
        } else {
            more = more == null ? new HashMap<>() : more;
            more.put(hold.lockName(), entry);
        }
    }

    void remove(Entry entry) {
        if (single == entry) {
            single = null;
        } else if (more != null) {
            more.remove(entry.hold.lockName());
            more = more.isEmpty() ? null : more;
        }
    }

    /** One thread's hold of one lock. */
    static final class Entry {
        private final EngineHold hold;
        private int count = 1;

        Entry(EngineHold hold) {
            this.hold = hold;
        }

        EngineHold hold() {
            return hold;
        }

        int count() {
            return count;
        }

        /** As {@link java.util.concurrent.locks.ReentrantLock} does, overflow is an error and not an exception. */
        void increment() {
            if (count == Integer.MAX_VALUE) {
                throw new Error("Maximum lock count exceeded");
            }
            count++;
        }

        int decrement() {
            return --count;
        }
    }
}
