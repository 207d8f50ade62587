package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.lock.memory.MemoryLockBackend;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FaultyBackendTest {
    private final MemoryLockBackend real = MemoryLockBackend.open("faulty-" + UUID.randomUUID());
    private final FaultyBackend faulty = new FaultyBackend(real);
    private final SpiClient client = new SpiClient(faulty, Patience.DEFAULT);
    private final Acquisition request = client.request("a", Duration.ofMinutes(1));

    @AfterEach
    void close() {
        faulty.close();
    }

    @Test
    void lostRequestIsNotApplied() throws Exception {
        faulty.once(FaultyBackend.Call.ACQUIRE, Fault.LOSE_REQUEST);
        assertInstanceOf(AcquireOutcome.Unknown.class, client.acquire(request));
        assertEquals(0, real.size());
        client.take(request);
    }

    @Test
    void lostReplyIsApplied() throws Exception {
        faulty.once(FaultyBackend.Call.ACQUIRE, Fault.LOSE_REPLY);
        assertInstanceOf(AcquireOutcome.Unknown.class, client.acquire(request));
        assertEquals(1, real.size());
        faulty.once(FaultyBackend.Call.RELEASE, Fault.LOSE_REPLY);
        assertInstanceOf(Answer.Unknown.class, client.release(request));
        assertEquals(0, real.size());
    }

    @Test
    void hangingCallNeverEndsAndHealingHelpsTheNext() throws Exception {
        faulty.always(FaultyBackend.Call.ACQUIRE, Fault.HANG);
        assertFalse(client.send(request).isDone());
        faulty.heal();
        client.take(request);
        assertEquals(2, faulty.calls(FaultyBackend.Call.ACQUIRE));
    }

    @Test
    void failuresComeAsTheSpiHasThem() throws Exception {
        faulty.always(FaultyBackend.Call.ACQUIRE, Fault.FAIL);
        assertInstanceOf(AcquireOutcome.Failed.class, client.acquire(request));
        faulty.always(FaultyBackend.Call.RELEASE, Fault.FAIL);
        assertThrows(Exception.class, () -> client.release(request));
        faulty.always(FaultyBackend.Call.ACQUIRE, Fault.THROW);
        assertThrows(IllegalStateException.class, () -> client.send(request));
    }

    @Test
    void confirmedWaitsAreCountedOnce() throws Exception {
        client.take(request);
        Acquisition waits = client.patient("a", Duration.ofMinutes(1));
        client.send(waits);
        client.send(waits);
        assertEquals(1, faulty.confirmedWaits());
    }
}
