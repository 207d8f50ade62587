package io.holdfast.lock.internal;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which locks the current thread has through {@code lock()}, and how often. Known to the thread alone, so re-entry needs no
 * synchronization, and what a thread leaves behind when it dies goes with it.
 */
final class ThreadHolds {
    private final ThreadLocal<Map<String, Entry>> entries = new ThreadLocal<>();

    @Nullable Entry find(String name) {
        Map<String, Entry> map = entries.get();
        return map == null ? null : map.get(name);
    }

    void add(String name, EngineHold hold) {
        Map<String, Entry> map = entries.get();
        if (map == null) {
            map = new HashMap<>(4);
            entries.set(map);
        }
        map.put(name, new Entry(hold));
    }

    void remove(String name) {
        Map<String, Entry> map = entries.get();
        if (map != null) {
            map.remove(name);
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
