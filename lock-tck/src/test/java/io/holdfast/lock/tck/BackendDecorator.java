package io.holdfast.lock.tck;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Passes everything on to a good backend; subclasses break one thing. */
class BackendDecorator implements LockBackend {
    final LockBackend real;

    BackendDecorator(LockBackend real) {
        this.real = real;
    }

    @Override
    public BackendInfo info() {
        BackendInfo info = real.info();
        return new BackendInfo(getClass().getSimpleName(), info.address(), info.version(), info.capabilities(),
                info.minLease(), info.maxLease());
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        return real.acquire(acquisition, events);
    }

    @Override
    public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
        return real.renew(grants);
    }

    @Override
    public CompletionStage<Answer> release(Acquisition acquisition) {
        return real.release(acquisition);
    }

    @Override
    public CompletionStage<LockSnapshot> inspect(String name) {
        return real.inspect(name);
    }

    @Override
    public CompletionStage<Answer> forceRelease(String name) {
        return real.forceRelease(name);
    }

    @Override
    public void close() {
        real.close();
    }

    static Acquisition withName(Acquisition a, String name) {
        return new Acquisition(name, a.id(), a.mode(), a.lease(), a.waits(), a.fair(), a.holder());
    }

    static Acquisition withLease(Acquisition a, Duration lease) {
        return new Acquisition(a.name(), a.id(), a.mode(), lease, a.waits(), a.fair(), a.holder());
    }

    static Acquisition withoutWaiting(Acquisition a) {
        return new Acquisition(a.name(), a.id(), a.mode(), a.lease(), false, a.fair(), a.holder());
    }
}
