package io.holdfast.lock.internal;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockSnapshot;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A backend that keeps the rule "never throw" even if the one behind it, or a client library, does not. */
final class GuardedBackend implements LockBackend {
    private static final System.Logger LOG = System.getLogger(GuardedBackend.class.getName());

    private final LockBackend inner;
    private final BackendInfo info;

    GuardedBackend(LockBackend inner) {
        this.inner = inner;
        this.info = inner.info();
    }

    @Override
    public BackendInfo info() {
        return info;
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        return guarded(() -> inner.acquire(acquisition, events));
    }

    @Override
    public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
        return guarded(() -> inner.renew(grants));
    }

    @Override
    public CompletionStage<Answer> release(Acquisition acquisition) {
        return guarded(() -> inner.release(acquisition));
    }

    @Override
    public CompletionStage<LockSnapshot> inspect(String name) {
        return guarded(() -> inner.inspect(name));
    }

    @Override
    public CompletionStage<Answer> forceRelease(String name) {
        return guarded(() -> inner.forceRelease(name));
    }

    @Override
    public void close() {
        try {
            inner.close();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.WARNING, "Closing " + info.address() + " failed", e);
        }
    }

    private static <T> CompletionStage<T> guarded(Supplier<@Nullable CompletionStage<T>> call) {
        try {
            CompletionStage<T> stage = call.get();
            return stage != null ? stage : CompletableFuture.failedFuture(new NullPointerException("the backend returned no stage"));
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
