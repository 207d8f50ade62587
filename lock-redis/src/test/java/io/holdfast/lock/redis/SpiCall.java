package io.holdfast.lock.redis;

import io.holdfast.lock.Holder;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.AcquisitionId;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockMode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** One acquisition, asked for without an engine: nobody renews it, and nobody repeats what got no answer. */
final class SpiCall implements AcquisitionEvents {
    private static final AcquisitionId.Source IDS = new AcquisitionId.Source();

    private final Acquisition acquisition;
    private final AtomicInteger confirmations = new AtomicInteger();
    private final AtomicInteger losses = new AtomicInteger();

    SpiCall(String name, Duration lease, boolean waits) {
        this(name, lease, waits, new Holder("client", "host", 1, "thread", ""));
    }

    SpiCall(String name, Duration lease, boolean waits, Holder holder) {
        this.acquisition = new Acquisition(name, IDS.next(), LockMode.EXCLUSIVE, lease, waits, false, holder);
    }

    Acquisition acquisition() {
        return acquisition;
    }

    String id() {
        return acquisition.id().toString();
    }

    CompletableFuture<AcquireOutcome> send(LockBackend backend) {
        return backend.acquire(acquisition, this).toCompletableFuture();
    }

    /** Takes a lock that is free and returns the token. */
    long take(LockBackend backend) throws Exception {
        return token(Eventually.get("an answer to acquire", send(backend)));
    }

    static long token(AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            return granted.token();
        }
        throw new AssertionError("should have been granted, but was " + outcome);
    }

    /** How often the server has confirmed that it waits. */
    int confirmations() {
        return confirmations.get();
    }

    boolean isToldLost() {
        return losses.get() > 0;
    }

    @Override
    public void waiting() {
        confirmations.incrementAndGet();
    }

    @Override
    public void lost() {
        losses.incrementAndGet();
    }
}
