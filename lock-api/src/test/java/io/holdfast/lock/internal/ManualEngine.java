package io.holdfast.lock.internal;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.memory.ManualMemory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Two clients of one memory store, in time that the test drives; the first one's network can be broken. */
final class ManualEngine implements AutoCloseable {
    static final Duration LEASE = Duration.ofSeconds(30);
    static final LockOptions OPTIONS = LockOptions.defaults().withLease(LEASE);

    final ManualTimeline time = new ManualTimeline();
    final ManualMemory memory = new ManualMemory(time);
    final FlakyBackend backend = new FlakyBackend(memory.open(), time);
    final List<LockEvent> events = new CopyOnWriteArrayList<>();
    final Engine engine;
    final Engine other;

    ManualEngine() {
        this(EngineConfig.defaults());
    }

    ManualEngine(EngineConfig config) {
        EngineConfig manual = config.withTimeline(time).withCallbackExecutor(Runnable::run);
        engine = new Engine(backend, manual.withListener(events::add));
        other = new Engine(memory.open(), manual);
    }

    DistributedLock lock(String name) {
        return engine.lock(name, OPTIONS);
    }

    DistributedLock otherLock(String name) {
        return other.lock(name, OPTIONS);
    }

    @Override
    public void close() {
        backend.all(FlakyBackend.Network.GOOD);
        engine.close();
        other.close();
    }
}
