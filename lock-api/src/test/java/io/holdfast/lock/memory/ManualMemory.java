package io.holdfast.lock.memory;

import io.holdfast.lock.internal.Timeline;

/** A memory store on a clock that the test drives. */
public final class ManualMemory {
    private final MemoryStore store;

    public ManualMemory(Timeline timeline) {
        store = new MemoryStore("manual", timeline);
    }

    public MemoryLockBackend open() {
        return MemoryLockBackend.on(store);
    }

    public int size() {
        return store.size();
    }
}
