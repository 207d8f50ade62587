package io.holdfast.lock.memory;

import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockBackendProvider;
import io.holdfast.lock.spi.LockUrl;
import java.util.Set;

/** Opens {@code mem:} URLs. What stands after the colon names the store: {@code mem:a} and {@code mem:b} share nothing. */
public final class MemoryLockBackendProvider implements LockBackendProvider {
    /** For the service loader. */
    public MemoryLockBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return Set.of("mem");
    }

    @Override
    public Set<String> options() {
        return Set.of();
    }

    @Override
    public LockBackend open(LockUrl url) {
        return MemoryLockBackend.open(url.rest());
    }
}
