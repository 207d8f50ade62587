package io.holdfast.lock.cli;

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

/**
 * A connection that can be cut: from then on nothing gets through, in either direction. For the store that is the same as a
 * client whose process was killed or stopped, which is what it stands for as long as the demo has only one process.
 */
final class SeverableBackend implements LockBackend {
    private final LockBackend backend;

    // Mutable state
    private volatile boolean severed;

    SeverableBackend(LockBackend backend) {
        this.backend = backend;
    }

    void sever() {
        severed = true;
    }

    @Override
    public BackendInfo info() {
        return backend.info();
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        return pass(() -> backend.acquire(acquisition, new SeverableEvents(events)));
    }

    @Override
    public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
        return pass(() -> backend.renew(grants));
    }

    @Override
    public CompletionStage<Answer> release(Acquisition acquisition) {
        return pass(() -> backend.release(acquisition));
    }

    @Override
    public CompletionStage<LockSnapshot> inspect(String name) {
        return pass(() -> backend.inspect(name));
    }

    @Override
    public CompletionStage<Answer> forceRelease(String name) {
        return pass(() -> backend.forceRelease(name));
    }

    @Override
    public void close() {
        backend.close();
    }

    private <T> CompletionStage<T> pass(Supplier<CompletionStage<T>> question) {
        return severed ? new CompletableFuture<>() : question.get();
    }

    /** The memory store could tell its owner of the loss directly; a process that is dead or stopped would not hear it. */
    private final class SeverableEvents implements AcquisitionEvents {
        private final AcquisitionEvents events;

        SeverableEvents(AcquisitionEvents events) {
            this.events = events;
        }

        @Override
        public void waiting() {
            if (!severed) {
                events.waiting();
            }
        }

        @Override
        public void lost() {
            if (!severed) {
                events.lost();
            }
        }
    }
}
