package io.holdfast.lock.memory;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.Capability;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockSnapshot;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * A client's connection to a {@link MemoryStore}. It plays the part that a network client plays elsewhere: it passes questions
 * on, and knows which waits have to be broken off when it is closed.
 *
 * <p>Thread safe. Every question is answered before the call returns, except a wait.
 */
public final class MemoryLockBackend implements LockBackend {
    /** There is no server that could be restarted: when the JVM ends, all is gone, those who hold locks included. */
    private static final Set<Capability> CAPABILITIES =
            EnumSet.complementOf(EnumSet.of(Capability.DURABLE_HOLDS, Capability.DURABLE_TOKENS, Capability.DURABLE_GRANTS));

    private final MemoryStore store;
    private final BackendInfo info;

    // Mutable state; each is thread safe by itself
    private final Set<Acquisition> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();

    private MemoryLockBackend(MemoryStore store) {
        this.store = store;
        this.info = new BackendInfo("mem", "mem:" + store.name(), System.getProperty("java.version"), CAPABILITIES,
                LockOptions.MIN_LEASE, LockOptions.MAX_LEASE);
    }

    /** Opens the store of this name, which all of this JVM share. It is made on demand and ends with its last backend. */
    public static MemoryLockBackend open(String storeName) {
        return new MemoryLockBackend(MemoryStore.open(requireNonNull(storeName, "storeName")));
    }

    /** A store of its own on a clock that a test drives. */
    static MemoryLockBackend on(MemoryStore store) {
        return new MemoryLockBackend(store);
    }

    @Override
    public BackendInfo info() {
        return info;
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        if (closed.get()) {
            return CompletableFuture.completedFuture(new AcquireOutcome.Failed(closedException()));
        }
        CompletableFuture<AcquireOutcome> outcome = store.acquire(acquisition, events);
        return outcome.isDone() ? outcome : breakOffWhenClosed(acquisition, outcome);
    }

    private CompletionStage<AcquireOutcome> breakOffWhenClosed(Acquisition acquisition, CompletableFuture<AcquireOutcome> outcome) {
        waiting.add(acquisition);
        CompletionStage<AcquireOutcome> tracked = outcome.whenComplete((any, error) -> waiting.remove(acquisition));
        if (closed.get()) {
            store.release(acquisition);
        }
        return tracked;
    }

    @Override
    public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
        return answer(() -> grants.stream().map(store::renew).toList());
    }

    @Override
    public CompletionStage<Answer> release(Acquisition acquisition) {
        return answer(() -> store.release(acquisition));
    }

    @Override
    public CompletionStage<LockSnapshot> inspect(String name) {
        return answer(() -> store.inspect(name));
    }

    @Override
    public CompletionStage<Answer> forceRelease(String name) {
        return answer(() -> store.forceRelease(name));
    }

    /** How many names the store knows anything about: zero when all is released. */
    public int size() {
        return store.size();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            List.copyOf(waiting).forEach(store::release);
            store.close();
        }
    }

    private <T> CompletionStage<T> answer(Supplier<T> question) {
        return closed.get() ? CompletableFuture.failedFuture(closedException()) : CompletableFuture.completedFuture(question.get());
    }

    private IllegalStateException closedException() {
        return new IllegalStateException("the backend " + info.address() + " is closed");
    }
}
