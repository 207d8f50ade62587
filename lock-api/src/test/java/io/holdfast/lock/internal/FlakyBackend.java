package io.holdfast.lock.internal;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A backend behind a bad network: what happens to requests and replies can be set for each kind of call. */
final class FlakyBackend implements LockBackend {
    enum Network {
        GOOD,
        /** The request is applied, the reply is lost and the client hears so. */
        REPLY_LOST,
        /** The request does not arrive, and the client hears that no reply came. */
        REQUEST_LOST,
        /** The request is applied and the client hears nothing, ever. */
        SILENT,
        /** The client library throws instead of returning a future. */
        THROWS,
        /** The same with an Error, as when a class or a thread can't be had. */
        THROWS_ERROR,
        /** The server refuses the request for good. */
        REFUSED_FOR_GOOD
    }

    private final LockBackend inner;
    private final Timeline clock;
    volatile Network acquires = Network.GOOD;
    volatile Network renewals = Network.GOOD;
    volatile Network releases = Network.GOOD;
    final List<Acquisition> acquired = Collections.synchronizedList(new ArrayList<>());
    final List<List<Acquisition>> renewed = Collections.synchronizedList(new ArrayList<>());
    final List<Acquisition> released = Collections.synchronizedList(new ArrayList<>());
    final List<AcquisitionEvents> events = new ArrayList<>();
    volatile boolean datesGrants = true;

    FlakyBackend(LockBackend inner, Timeline clock) {
        this.inner = inner;
        this.clock = clock;
    }

    void all(Network network) {
        acquires = network;
        renewals = network;
        releases = network;
    }

    @Override
    public BackendInfo info() {
        return inner.info();
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents listener) {
        acquired.add(acquisition);
        events.add(listener);
        long askedAt = clock.nanos();
        if (acquires == Network.REFUSED_FOR_GOOD) {
            return CompletableFuture.completedFuture(new AcquireOutcome.Failed(new IOException("no permission")));
        }
        return through(acquires, () -> dated(inner.acquire(acquisition, listener), askedAt));
    }

    @Override
    public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
        renewed.add(grants);
        return through(renewals, () -> inner.renew(grants));
    }

    @Override
    public CompletionStage<Answer> release(Acquisition acquisition) {
        released.add(acquisition);
        return through(releases, () -> inner.release(acquisition));
    }

    @Override
    public CompletionStage<LockSnapshot> inspect(String name) {
        return inner.inspect(name);
    }

    @Override
    public CompletionStage<Answer> forceRelease(String name) {
        return inner.forceRelease(name);
    }

    @Override
    public void close() {
        inner.close();
    }

    private static <T> CompletionStage<T> through(Network network, Supplier<CompletionStage<T>> call) {
        return switch (network) {
            case GOOD -> call.get();
            case REPLY_LOST -> {
                call.get();
                yield CompletableFuture.failedFuture(new IOException("reply lost"));
            }
            case REQUEST_LOST -> CompletableFuture.failedFuture(new IOException("request lost"));
            case SILENT -> {
                call.get();
                yield new CompletableFuture<>();
            }
            case THROWS -> throw new IllegalStateException("client library is broken");
            case THROWS_ERROR -> throw new NoClassDefFoundError("client library is half there");
            case REFUSED_FOR_GOOD -> throw new AssertionError("for acquires only");
        };
    }

    /** A backend that can't tell when a grant began that was pushed to it dates it from when it asked. */
    private CompletionStage<AcquireOutcome> dated(CompletionStage<AcquireOutcome> outcome, long askedAt) {
        return outcome.thenApply(known -> known instanceof AcquireOutcome.Granted granted && !datesGrants
                ? new AcquireOutcome.Granted(granted.token(), askedAt, granted.lease())
                : known);
    }
}
