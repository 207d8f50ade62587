package io.holdfast.lock.tck;

import io.holdfast.lock.memory.MemoryLockBackend;
import io.holdfast.lock.spi.LockBackend;
import java.util.OptionalLong;

/** The kit on the reference backend. */
final class MemoryTckTest extends LockBackendTck {
    private static final String STORE = "tck";

    @Override
    protected LockBackend openBackend() {
        return MemoryLockBackend.open(STORE);
    }

    @Override
    protected OptionalLong residue() {
        try (MemoryLockBackend store = MemoryLockBackend.open(STORE)) {
            return OptionalLong.of(store.size());
        }
    }
}
