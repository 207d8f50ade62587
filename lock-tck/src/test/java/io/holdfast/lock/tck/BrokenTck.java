package io.holdfast.lock.tck;

import io.holdfast.lock.memory.MemoryLockBackend;
import io.holdfast.lock.spi.LockBackend;
import java.time.Duration;
import java.util.OptionalLong;

/** The kit on a backend that {@link KitRun} has broken, with little patience: here, tests that fail are the usual case. */
final class BrokenTck extends LockBackendTck {
    private final KitRun run = KitRun.underWay();

    @Override
    protected LockBackend openBackend() {
        return run.breakage().apply(MemoryLockBackend.open(run.store()));
    }

    @Override
    protected OptionalLong residue() {
        try (MemoryLockBackend store = MemoryLockBackend.open(run.store())) {
            return OptionalLong.of(store.size());
        }
    }

    @Override
    protected Patience patience() {
        return new Patience(Duration.ofSeconds(2), Duration.ofMillis(100));
    }

    @Override
    protected double workload() {
        return 0.02;
    }
}
