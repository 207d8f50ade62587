package io.holdfast.lock.tck;

import io.holdfast.lock.Holder;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.AcquisitionId;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockMode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.opentest4j.AssertionFailedError;

/** A client that speaks the SPI without the engine: it never renews, and can say what an engine would not. */
final class SpiClient implements AutoCloseable {
    private static final AcquisitionId.Source IDS = new AcquisitionId.Source();

    private final LockBackend backend;
    private final Patience patience;
    private final Set<AcquisitionId> waiting = ConcurrentHashMap.newKeySet();
    private final Set<AcquisitionId> lost = ConcurrentHashMap.newKeySet();

    SpiClient(LockBackend backend, Patience patience) {
        this.backend = backend;
        this.patience = patience;
    }

    /** An acquisition that is refused when the lock is taken. */
    Acquisition request(String name, Duration lease) {
        return acquisition(name, lease, false, false);
    }

    /** An acquisition that stands in line when the lock is taken. */
    Acquisition patient(String name, Duration lease) {
        return acquisition(name, lease, true, false);
    }

    Acquisition fair(String name, Duration lease) {
        return acquisition(name, lease, true, true);
    }

    CompletableFuture<AcquireOutcome> send(Acquisition acquisition) {
        return backend.acquire(acquisition, new Events(acquisition.id())).toCompletableFuture();
    }

    AcquireOutcome acquire(Acquisition acquisition) throws Exception {
        return patience.await("an answer to acquire", send(acquisition));
    }

    /** Takes a lock that is free, and returns the token. */
    long take(Acquisition acquisition) throws Exception {
        return token(acquire(acquisition));
    }

    static long token(AcquireOutcome outcome) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            return granted.token();
        }
        throw new AssertionFailedError("the lock should have been granted, but the outcome was " + outcome);
    }

    Answer renew(Acquisition acquisition) throws Exception {
        return renew(List.of(acquisition)).get(0);
    }

    List<Answer> renew(List<Acquisition> acquisitions) throws Exception {
        return patience.await("an answer to renew", backend.renew(acquisitions));
    }

    Answer release(Acquisition acquisition) throws Exception {
        return patience.await("an answer to release", backend.release(acquisition));
    }

    /** Whether the server has confirmed that the acquisition waits in line. */
    boolean isWaiting(Acquisition acquisition) {
        return waiting.contains(acquisition.id());
    }

    /** Whether the backend has told that the grant is gone. */
    boolean isToldLost(Acquisition acquisition) {
        return lost.contains(acquisition.id());
    }

    LockBackend backend() {
        return backend;
    }

    @Override
    public void close() {
        backend.close();
    }

    private static Acquisition acquisition(String name, Duration lease, boolean waits, boolean fair) {
        Holder holder = new Holder("tck", "localhost", ProcessHandle.current().pid(), Thread.currentThread().getName(), "tck");
        return new Acquisition(name, IDS.next(), LockMode.EXCLUSIVE, lease, waits, fair, holder);
    }

    private final class Events implements AcquisitionEvents {
        private final AcquisitionId id;

        Events(AcquisitionId id) {
            this.id = id;
        }

        @Override
        public void waiting() {
            waiting.add(id);
        }

        @Override
        public void lost() {
            lost.add(id);
        }
    }
}
