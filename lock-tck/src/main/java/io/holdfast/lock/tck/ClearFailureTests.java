package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockClosedException;
import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.LockException;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LossReason;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.Capability;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

@Shows(Guarantee.G14)
abstract class ClearFailureTests extends GuaranteeTests {
    ClearFailureTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void serverErrorIsToldAtOnce() throws Exception {
        assertFalse(failureOf(Fault.FAIL).isOutcomeUnknown(), "a request that the server refused has a known outcome");
    }

    @Test
    void unreachableServerIsTold() throws Exception {
        assertTrue(failureOf(Fault.LOSE_REQUEST).isOutcomeUnknown(), "a request without reply has an unknown outcome");
    }

    @Test
    void hangingServerIsTold() throws Exception {
        FaultyBackend faulty = faulty();
        faulty.always(FaultyBackend.Call.ACQUIRE, Fault.HANG);
        DistributedLock lock = client(faulty).lock(freshName());
        LockBackendException failure = assertThrows(LockBackendException.class, lock::acquire, "acquire() of a server that hangs");
        assertNames(failure, lock.name());
        assertTrue(failure.isOutcomeUnknown(), "a request without reply has an unknown outcome");
        faulty.heal();
    }

    @Test
    void throwingBackendIsTold() throws Exception {
        failureOf(Fault.THROW);
    }

    private LockBackendException failureOf(Fault fault) throws Exception {
        FaultyBackend faulty = faulty();
        faulty.always(FaultyBackend.Call.ACQUIRE, fault);
        DistributedLock lock = client(faulty).lock(freshName());
        LockBackendException failure = assertThrows(LockBackendException.class, lock::acquire, "acquire() with " + fault);
        assertNames(failure, lock.name());
        assertTrue(failure.getMessage().contains(FaultyBackend.TROUBLE), () -> "the message hides the cause: " + failure.getMessage());
        faulty.heal();
        lock.tryAcquire(patience.presence()).orElseThrow(() -> new AssertionError("not acquired after the backend works again")).close();
        return failure;
    }

    private void assertNames(LockException failure, String name) {
        assertEquals(name, failure.lockName(), "lock named by the exception");
        assertEquals(info().address(), failure.backend(), "backend named by the exception");
        assertTrue(failure.getMessage().contains(name), () -> "the message does not name the lock: " + failure.getMessage());
    }

    @Test
    @Requires(Capability.INSPECT)
    void failedInspectIsTold() throws Exception {
        FaultyBackend faulty = faulty();
        LockClient locks = client(faulty);
        for (Fault fault : List.of(Fault.FAIL, Fault.THROW, Fault.HANG)) {
            faulty.always(FaultyBackend.Call.INSPECT, fault);
            String name = freshName();
            assertNames(assertThrows(LockBackendException.class, () -> locks.inspect(name), "inspect with " + fault), name);
        }
    }

    @Test
    @Requires(Capability.FORCE_RELEASE)
    void failedForceReleaseIsTold() throws Exception {
        FaultyBackend faulty = faulty();
        LockClient locks = client(faulty);
        for (Fault fault : List.of(Fault.FAIL, Fault.THROW, Fault.LOSE_REPLY)) {
            faulty.always(FaultyBackend.Call.FORCE_RELEASE, fault);
            String name = freshName();
            assertNames(assertThrows(LockBackendException.class, () -> locks.forceRelease(name), "force release with " + fault), name);
        }
    }

    @Test
    void brokenConnectionIsNeverANo() throws Exception {
        SpiClient broken = spi();
        var held = broken.request(freshName(), shortLease());
        broken.take(held);
        broken.close();
        assertDoesNotThrow(broken::close, "closing a backend twice");
        assertNotEquals(Answer.NO, answer(broken.backend().renew(List.of(held)).thenApply(answers -> answers.get(0))), "answer to renew");
        assertNotEquals(Answer.NO, answer(broken.backend().release(held)), "answer to release");
        Object outcome = answer(broken.send(broken.request(freshName(), shortLease())));
        assertFalse(outcome instanceof AcquireOutcome.Refused || outcome instanceof AcquireOutcome.Granted,
                () -> "a closed connection answers an acquire with " + outcome + ", which only the server can say");
    }

    /** The answer, or the exception in its place: both are answers. */
    private Object answer(CompletionStage<?> stage) throws Exception {
        return patience.await("a closed backend answers", stage.handle((answer, error) -> error != null ? error : answer));
    }

    @Test
    void closingWakesWaitersAndTellsHolders() throws Exception {
        String name = freshName();
        LockClient locks = client();
        Hold hold = locks.lock(name, longOptions()).acquire();
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        hold.onLost(told::complete);
        Crew.Member<Void> blocked = crew.start(() ->
                assertThrows(LockClosedException.class, () -> locks.lock(name, longOptions()).acquire(), "a wait while the client closes"));
        CompletableFuture<Hold> async = locks.lock(name, longOptions()).acquireAsync();
        patience.until("the thread waits", () -> blocked.thread().getState() == Thread.State.TIMED_WAITING
                || blocked.thread().getState() == Thread.State.WAITING);
        locks.close();
        crew.finish(blocked);
        assertThrows(LockClosedException.class, () -> patience.await("an asynchronous wait ends", async), "an asynchronous wait");
        assertEquals(LossReason.CLIENT_CLOSED, patience.await("onLost fires", told), "reason");
        assertFalse(hold.isValid(), "a hold is valid after its client was closed");
        assertThrows(LockLostException.class, hold::close, "closing a hold after its client");
        assertBecomesFree(name);
    }

    @Test
    void useAfterCloseIsRefused() throws Exception {
        LockClient locks = client();
        DistributedLock lock = locks.lock(freshName());
        locks.close();
        assertDoesNotThrow(locks::close, "closing a client twice");
        List<Executable> uses = List.of(lock::acquire, lock::tryAcquire, () -> lock.tryAcquire(Duration.ofSeconds(1)), lock::lock,
                lock::tryLock, lock::lockInterruptibly, () -> patience.await("an answer", lock.acquireAsync()));
        for (Executable use : uses) {
            assertNames(assertThrows(LockClosedException.class, use, "use after close"), lock.name());
        }
    }

    @Test
    void badArgumentsAreRefused() throws Exception {
        LockClient locks = client();
        DistributedLock lock = locks.lock(freshName());
        assertThrows(NullPointerException.class, () -> locks.lock(null), "a null name");
        assertThrows(NullPointerException.class, () -> locks.lock("a", null), "null options");
        assertThrows(NullPointerException.class, () -> lock.tryAcquire(null), "a null limit");
        assertThrows(NullPointerException.class, () -> locks.inspect(null), "a null name to inspect");
        for (Duration bad : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            assertThrows(IllegalArgumentException.class, () -> lock.tryAcquire(bad), "a limit of " + bad);
            assertThrows(IllegalArgumentException.class, () -> lock.tryAcquireAsync(bad), "a limit of " + bad);
        }
    }

    @Test
    void leaseThatTheBackendDoesNotTakeIsRefused() throws Exception {
        LockClient locks = client();
        for (Duration bad : List.of(info().minLease().minusMillis(1), info().maxLease().plusMillis(1))) {
            RuntimeException refused = assertThrows(RuntimeException.class, () -> locks.lock("a", longOptions().withLease(bad)),
                    "a lease of " + bad);
            assertTrue(refused instanceof LockConfigurationException || refused instanceof IllegalArgumentException,
                    () -> "a lease of " + bad + " is refused by " + refused);
        }
    }

    @Test
    @RequiresAbsent(Capability.FENCING)
    void tokensAreRefusedWhereTheBackendHasNone() throws Exception {
        String name = freshName();
        try (Hold hold = client().lock(name).acquire()) {
            assertNames(assertThrows(LockConfigurationException.class, hold::token, "token"), name);
        }
    }

    @Test
    @RequiresAbsent(Capability.INSPECT)
    void inspectIsRefusedWhereTheBackendHasNone() throws Exception {
        LockClient locks = client();
        String name = freshName();
        assertNames(assertThrows(LockConfigurationException.class, () -> locks.inspect(name), "inspect"), name);
    }

    @Test
    @RequiresAbsent(Capability.FORCE_RELEASE)
    void forceReleaseIsRefusedWhereTheBackendHasNone() throws Exception {
        LockClient locks = client();
        String name = freshName();
        assertNames(assertThrows(LockConfigurationException.class, () -> locks.forceRelease(name), "force release"), name);
    }
}
