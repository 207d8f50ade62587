package io.holdfast.lock.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The conversation with a backend that says things late, twice, in the wrong order or not at all. */
class RequestTest {
    private static final Duration PROBATION = Duration.ofSeconds(5);

    private final ManualEngine manual = new ManualEngine();

    @AfterEach
    void close() {
        manual.close();
        assertEquals(0, manual.memory.size(), "locks left in the store");
    }

    @Test
    void lossToldBeforeTheGrantIsSeenIsNotForgotten() {
        Scripted script = new Scripted();
        Engine engine = new Engine(script, EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(Runnable::run));
        CompletableFuture<Hold> asked = engine.lock("a", ManualEngine.OPTIONS).acquireAsync();
        script.events.lost();
        script.outcome.complete(new AcquireOutcome.Granted(1, manual.time.nanos(), ManualEngine.LEASE));
        assertFalse(asked.isDone(), "G6: the grant was gone before it arrived");
        manual.time.advance(Duration.ofSeconds(1));
        script.outcome.complete(new AcquireOutcome.Granted(2, manual.time.nanos(), ManualEngine.LEASE));
        assertEquals(2L << Lease.HAND_OFF_BITS, asked.join().token());
        engine.close();
    }

    @Test
    void answerThatConfirmsAGrantIsNotWaitedForForEver() throws Exception {
        manual.backend.datesGrants = false;
        Hold held = manual.otherLock("a").acquire();
        CompletableFuture<Hold> waiting = manual.lock("a").acquireAsync();
        manual.time.advance(Duration.ofSeconds(20));
        manual.backend.acquires = FlakyBackend.Network.SILENT;
        held.close();
        manual.time.advance(Duration.ofSeconds(20));
        assertInstanceOf(LockBackendException.class, assertThrows(CompletionException.class, waiting::join).getCause());
        assertFalse(manual.other.inspect("a").isHeld());
    }

    @Test
    void errorOfTheClientLibraryDoesNotPoisonTheLane() throws Exception {
        manual.backend.acquires = FlakyBackend.Network.THROWS_ERROR;
        CompletableFuture<Optional<Hold>> asked = manual.lock("a").tryAcquireAsync(Duration.ofSeconds(1));
        manual.time.advance(Duration.ofSeconds(1));
        Throwable cause = assertThrows(CompletionException.class, asked::join).getCause();
        LockBackendException failure = assertInstanceOf(LockBackendException.class, cause);
        assertInstanceOf(NoClassDefFoundError.class, failure.getCause());
        manual.backend.acquires = FlakyBackend.Network.GOOD;
        manual.lock("a").acquire().close();
    }

    @Test
    void refusalAfterALostReplyIsNotTakenForCertain() {
        manual.backend.acquires = FlakyBackend.Network.REPLY_LOST;
        CompletableFuture<Hold> asked = manual.lock("a").acquireAsync();
        manual.backend.acquires = FlakyBackend.Network.REFUSED_FOR_GOOD;
        manual.time.advance(Duration.ofSeconds(1));
        Throwable cause = assertThrows(CompletionException.class, asked::join).getCause();
        LockBackendException failure = assertInstanceOf(LockBackendException.class, cause);
        assertTrue(failure.isOutcomeUnknown());
        assertFalse(manual.other.inspect("a").isHeld(), "G11: what may have been granted is given back");
    }

    @Test
    void refusalOfTheFirstRequestIsCertain() {
        manual.backend.acquires = FlakyBackend.Network.REFUSED_FOR_GOOD;
        LockBackendException failure = assertThrows(LockBackendException.class, () -> manual.lock("a").tryAcquire());
        assertFalse(failure.isOutcomeUnknown());
        assertEquals(0, manual.backend.released.size());
    }

    @Test
    void timeOutBehindALocalOwnerIsNoTroubleOfTheBackend() throws Exception {
        Hold held = manual.lock("a").acquire();
        CompletableFuture<Optional<Hold>> limited = manual.lock("a").tryAcquireAsync(Duration.ofSeconds(2));
        manual.time.advance(Duration.ofMillis(1_999));
        manual.backend.acquires = FlakyBackend.Network.SILENT;
        held.close();
        manual.time.advance(Duration.ofMillis(1));
        assertEquals(Optional.empty(), limited.join());
    }

    @Test
    void grantWhoseMessageWasLostIsFoundByAskingAgain() {
        Scripted script = new Scripted();
        Engine engine = new Engine(script, EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(Runnable::run));
        CompletableFuture<Hold> waiting = engine.lock("a", ManualEngine.OPTIONS).acquireAsync();
        script.events.waiting();
        manual.time.advance(Duration.ofSeconds(29));
        assertEquals(1, script.acquires);
        manual.time.advance(Duration.ofSeconds(12));
        assertEquals(2, script.acquires, "a whole lease without a word");
        script.outcome.complete(new AcquireOutcome.Granted(1, manual.time.nanos(), ManualEngine.LEASE));
        assertTrue(waiting.isDone());
        engine.close();
    }

    @Test
    void confirmationOfAWaitThatNobodyWantsAnyMoreEndsIt() {
        Scripted script = new Scripted();
        Engine engine = new Engine(script, EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(Runnable::run));
        engine.lock("a", ManualEngine.OPTIONS).acquireAsync().cancel(false);
        assertEquals(1, script.releases);
        script.events.waiting();
        assertEquals(2, script.releases, "the release was overtaken by the request");
        engine.close();
    }

    @Test
    void renewalThatWasAppliedButNotHeardDoesNotBlockOthersForAnotherLease() throws Exception {
        Hold hold = manual.lock("a").acquire();
        manual.backend.renewals = FlakyBackend.Network.REPLY_LOST;
        manual.time.advance(Duration.ofSeconds(30));
        assertFalse(hold.isValid());
        manual.time.advance(Duration.ofSeconds(1));
        assertFalse(manual.other.inspect("a").isHeld());
    }

    @Test
    void closingTheClientEndsReleasesThatHaveNoAnswer() throws Exception {
        Engine impatient = new Engine(manual.backend,
                EngineConfig.defaults().withTimeline(manual.time).withAnswerLimit(Duration.ofMillis(50)));
        Hold hold = impatient.lock("b", ManualEngine.OPTIONS).acquire();
        manual.backend.releases = FlakyBackend.Network.SILENT;
        CompletableFuture<Void> closing = hold.closeAsync();
        impatient.close();
        closing.join();
    }

    @Test
    void grantOnProbationIsRenewedInTimeAndWholeFromThenOn() {
        Scripted script = new Scripted();
        Engine engine = new Engine(script, EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(Runnable::run));
        Hold hold = grantOnProbation(script, engine.lock("a", ManualEngine.OPTIONS));
        assertTrue(hold.remaining().compareTo(PROBATION) < 0, "G6: no longer than the server keeps it");
        manual.time.advance(PROBATION.dividedBy(3));
        assertEquals(1, script.renewals);
        assertTrue(hold.remaining().compareTo(ManualEngine.LEASE.dividedBy(2)) > 0);
        engine.close();
    }

    @Test
    void grantOnProbationIsLostWhenItsRenewalsAre() {
        Scripted script = new Scripted();
        script.renewalAnswer = Answer.unknown(new IllegalStateException("lost"));
        Engine engine = new Engine(script, EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(Runnable::run));
        Hold hold = grantOnProbation(script, engine.lock("a", ManualEngine.OPTIONS));
        manual.time.advance(PROBATION);
        assertFalse(hold.isValid(), "G6: the server may have taken it back by now");
        engine.close();
    }

    @Test
    void fixedLeaseOnProbationIsMadeWholeBeforeAnybodyReliesOnIt() {
        Scripted script = new Scripted();
        Engine engine = new Engine(script, EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(Runnable::run));
        CompletableFuture<Hold> waiting = engine.lock("a", ManualEngine.OPTIONS.withAutoRenew(false)).acquireAsync();
        script.events.waiting();
        script.outcome.complete(new AcquireOutcome.Granted(1, manual.time.nanos(), PROBATION));
        assertFalse(waiting.isDone());
        script.outcome.complete(new AcquireOutcome.Granted(1, manual.time.nanos(), ManualEngine.LEASE));
        Hold hold = waiting.join();
        assertTrue(hold.remaining().compareTo(ManualEngine.LEASE.minusSeconds(1)) > 0);
        engine.close();
    }

    /** G7: while the message was on its way, the grant had ended, another had had the lock, and the acquisition had got it again. */
    @Test
    void grantThatComesLateHasTheTokenOfTheGrantThatIsAlive() {
        Scripted script = new Scripted();
        Engine engine = new Engine(script, EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(Runnable::run));
        CompletableFuture<Hold> waiting = engine.lock("a", ManualEngine.OPTIONS).acquireAsync();
        script.events.waiting();
        long waited = manual.time.nanos();
        manual.time.advance(ManualEngine.LEASE.plusSeconds(1));
        script.outcome.complete(new AcquireOutcome.Granted(1, waited, ManualEngine.LEASE));
        assertFalse(waiting.isDone());
        script.outcome.complete(new AcquireOutcome.Granted(3, manual.time.nanos(), ManualEngine.LEASE));
        assertEquals(3L << Lease.HAND_OFF_BITS, waiting.join().token());
        engine.close();
    }

    /** With a server so slow that every answer takes most of the lease, what is left of it is better than nothing. */
    @Test
    void slowAnswerIsTakenIfAnythingIsLeftOfIt() {
        Scripted script = new Scripted();
        Engine engine = new Engine(script, EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(Runnable::run));
        CompletableFuture<Hold> waiting = engine.lock("a", ManualEngine.OPTIONS).acquireAsync();
        for (int i = 0; i < 2; i++) {
            assertFalse(waiting.isDone());
            long sent = manual.time.nanos();
            script.events.waiting();
            manual.time.advance(ManualEngine.LEASE.multipliedBy(2).dividedBy(3));
            script.outcome.complete(new AcquireOutcome.Granted(1, sent, ManualEngine.LEASE));
        }
        assertTrue(waiting.join().isValid());
        engine.close();
    }

    private Hold grantOnProbation(Scripted script, DistributedLock lock) {
        CompletableFuture<Hold> waiting = lock.acquireAsync();
        script.events.waiting();
        script.outcome.complete(new AcquireOutcome.Granted(1, manual.time.nanos(), PROBATION));
        return waiting.join();
    }

    /** Says what the test tells it to, when the test tells it to. */
    private final class Scripted implements LockBackend {
        private CompletableFuture<AcquireOutcome> outcome = new CompletableFuture<>();
        private Answer renewalAnswer = Answer.YES;
        private int renewals;
        private AcquisitionEvents events;
        private int acquires;
        private int releases;

        @Override
        public BackendInfo info() {
            return manual.backend.info();
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents listener) {
            acquires++;
            events = listener;
            outcome = new CompletableFuture<>();
            return outcome;
        }

        @Override
        public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
            renewals++;
            return CompletableFuture.completedFuture(grants.stream().map(any -> renewalAnswer).toList());
        }

        @Override
        public CompletionStage<Answer> release(Acquisition acquisition) {
            releases++;
            return CompletableFuture.completedFuture(Answer.YES);
        }

        @Override
        public CompletionStage<LockSnapshot> inspect(String name) {
            return CompletableFuture.completedFuture(LockSnapshot.free());
        }

        @Override
        public CompletionStage<Answer> forceRelease(String name) {
            return CompletableFuture.completedFuture(Answer.NO);
        }

        @Override
        public void close() {}
    }
}
