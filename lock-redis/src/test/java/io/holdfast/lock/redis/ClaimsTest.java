package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Replies, messages and looks in every order, played without a server. */
final class ClaimsTest {
    private static final Duration LEASE = Duration.ofSeconds(60);
    private static final long WAITING = -60_000L;
    private static final long TOKEN = 7;

    private final ScriptedTransport server = new ScriptedTransport();
    private final SpiCall call = new SpiCall("name", LEASE, true);

    // ---- a grant and its message

    @Test
    void messageThatOvertakesTheReplyIsTheGrant() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = call.send(backend);
        server.say(granted());
        server.answer(Script.ACQUIRE, WAITING);
        assertEquals(TOKEN, SpiCall.token(now(outcome)));
        server.passTime();
        assertEquals(0, server.calls(Script.LOOK).size(), "it is not asked for any more");
    }

    @Test
    void lookThatOvertakesTheMessageIsTheGrant() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = wait(backend);
        look();
        server.answer(Script.LOOK, "" + TOKEN);
        server.say(granted());
        assertEquals(TOKEN, SpiCall.token(now(outcome)));
        assertEquals(0, server.calls(Script.RELEASE).size(), "the second word of it gives nothing back");
    }

    @Test
    void grantThatNobodyWaitsForIsGivenBack() {
        RedisLockBackend backend = open();
        server.say("granted 0123 7 5000 " + new Keyspace("holdfast").of("name").lock());
        assertEquals(List.of("0123", ""), server.calls(Script.RELEASE).get(0).args());
        backend.close();
    }

    /** The lock was broken before the client heard that it has it. */
    @Test
    void lossThatOvertakesTheGrantEndsTheClaim() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = call.send(backend);
        server.say("lost " + call.id());
        assertTrue(call.isToldLost());
        server.answer(Script.ACQUIRE, TOKEN);
        assertInstanceOf(AcquireOutcome.Unknown.class, now(outcome), "the engine has to ask again");
    }

    /** Otherwise it would be asked for on behalf of nobody, and what it gets would never be given back. */
    @Test
    void lossOfAGrantThatWasNotHeardOfEndsTheWait() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = wait(backend);
        server.say("lost " + call.id());
        assertInstanceOf(AcquireOutcome.Unknown.class, now(outcome), "the engine has to ask again");
        server.passTime();
        assertEquals(0, server.calls(Script.LOOK).size(), "looks for a claim that is over");
    }

    @Test
    void lossOfAHeldLockIsTold() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = call.send(backend);
        server.answer(Script.ACQUIRE, TOKEN);
        server.say("lost " + call.id());
        assertEquals(TOKEN, SpiCall.token(now(outcome)));
        assertTrue(call.isToldLost());
    }

    @Test
    void messageThatMakesNoSenseDoesNoHarm() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = wait(backend);
        for (String message : List.of("", " ", "granted", "granted x", "lost", "granted " + call.id() + " seven 5000 key", "hello world")) {
            server.say(message);
        }
        assertFalse(outcome.isDone());
        server.say(granted());
        assertEquals(TOKEN, SpiCall.token(now(outcome)));
    }

    // ---- when the lease began

    /** A grant lasts as long as its probation; who asks more often than that would have found it. */
    @Test
    void pushedGrantCountsFromTheLastQuestion() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = wait(backend);
        long before = System.nanoTime();
        look();
        server.answer(Script.LOOK, "" + WAITING);
        server.say(granted());
        assertTrue(since(outcome) - before >= 0);
    }

    /**
     * Its message may be that of a grant which came, and ended unnoticed, before the last question: the server has said "not yet"
     * since then, and the lock may be another's.
     */
    @Test
    void pushedGrantAfterALongSilenceCountsFromBeforeTheSilence() throws Exception {
        SpiCall brief = new SpiCall("name", Duration.ofMillis(150), true);
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = brief.send(backend);
        server.answer(Script.ACQUIRE, WAITING);
        long before = System.nanoTime();
        Eventually.until("more than the probation has passed", () -> System.nanoTime() - before > Duration.ofMillis(160).toNanos());
        look();
        server.answer(Script.LOOK, "" + WAITING);
        server.say("granted " + brief.id() + " 7 150 " + new Keyspace("holdfast").of("name").lock());
        assertTrue(since(outcome) - before < 0, "counted from after it may have ended");
    }

    /** The first request may have been granted and its message be on its way, when the second one is sent. */
    @Test
    void pushedGrantOfARepeatedRequestCountsFromTheFirst() throws Exception {
        RedisLockBackend backend = open();
        call.send(backend);
        server.answer(Script.ACQUIRE, new IOException("cut"));
        long before = System.nanoTime();
        CompletableFuture<AcquireOutcome> outcome = call.send(backend);
        server.say(granted());
        assertTrue(since(outcome) - before < 0, "counted from after it may have begun");
    }

    @Test
    void grantByReplyCountsFromItsRequest() throws Exception {
        RedisLockBackend backend = open();
        long before = System.nanoTime();
        CompletableFuture<AcquireOutcome> outcome = call.send(backend);
        long after = System.nanoTime();
        server.answer(Script.ACQUIRE, TOKEN);
        assertTrue(since(outcome) - before >= 0 && since(outcome) - after <= 0);
    }

    // ---- connections that break

    @Test
    void grantThatIsPushedBetweenTwoTriesIsLeftForTheSecond() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> first = call.send(backend);
        server.answer(Script.ACQUIRE, new IOException("cut"));
        assertInstanceOf(AcquireOutcome.Unknown.class, now(first));
        server.say(granted());
        assertEquals(0, server.calls(Script.RELEASE).size(), "its place in line would be lost");
        CompletableFuture<AcquireOutcome> second = call.send(backend);
        server.answer(Script.ACQUIRE, TOKEN);
        assertEquals(TOKEN, SpiCall.token(now(second)));
    }

    @Test
    void lookThatFailsIsUnknown() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = wait(backend);
        look();
        server.answer(Script.LOOK, new IOException("cut"));
        assertInstanceOf(AcquireOutcome.Unknown.class, now(outcome));
    }

    @Test
    void releaseThatFailsIsUnknown() throws Exception {
        RedisLockBackend backend = open();
        call.send(backend);
        server.answer(Script.ACQUIRE, TOKEN);
        CompletableFuture<Answer> released = backend.release(call.acquisition()).toCompletableFuture();
        server.answer(Script.RELEASE, new IOException("cut"));
        assertInstanceOf(Answer.Unknown.class, now(released));
    }

    // ---- requests that overtake each other

    @Test
    void acquireThatIsGrantedAfterItsReleaseIsGivenBack() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> outcome = call.send(backend);
        CompletableFuture<Answer> released = backend.release(call.acquisition()).toCompletableFuture();
        server.answer(Script.RELEASE, 0L);
        assertEquals(Answer.NO, now(released));
        assertEquals(AcquireOutcome.WITHDRAWN, now(outcome));
        server.answer(Script.ACQUIRE, TOKEN);
        assertEquals(2, server.calls(Script.RELEASE).size(), "nobody else would ever give it back");
    }

    /** The engine has been told that it is withdrawn, and asks no more. */
    @Test
    void acquireWhoseReplyIsLostAfterItsReleaseIsReleasedOnceMore() throws Exception {
        RedisLockBackend backend = open();
        call.send(backend);
        CompletableFuture<Answer> released = backend.release(call.acquisition()).toCompletableFuture();
        server.answer(Script.RELEASE, 0L);
        assertEquals(Answer.NO, now(released));
        server.answer(Script.ACQUIRE, new IOException("cut"));
        assertEquals(2, server.calls(Script.RELEASE).size(), "it may have been granted, and nobody else would give it back");
    }

    @Test
    void lookWhoseReplyIsLostAfterTheReleaseIsReleasedOnceMore() throws Exception {
        RedisLockBackend backend = open();
        wait(backend);
        look();
        backend.release(call.acquisition());
        server.answer(Script.RELEASE, 0L);
        server.answer(Script.LOOK, new IOException("cut"));
        assertEquals(2, server.calls(Script.RELEASE).size(), "it may have been granted, and nobody else would give it back");
    }

    @Test
    void requestThatFailsWithItsReleaseIsNotReleasedTwice() throws Exception {
        RedisLockBackend backend = open();
        call.send(backend);
        CompletableFuture<Answer> released = backend.release(call.acquisition()).toCompletableFuture();
        server.answer(Script.ACQUIRE, new IOException("cut"));
        server.answer(Script.RELEASE, new IOException("cut"));
        assertInstanceOf(Answer.Unknown.class, now(released), "the engine repeats it");
    }

    // ---- replicas

    @Test
    void grantThatReplicasDoNotConfirmIsGivenBack() throws Exception {
        RedisLockBackend backend = openReplicated();
        CompletableFuture<AcquireOutcome> outcome = call.send(backend);
        server.answer(Script.ACQUIRE, new RedisTransport.Replicated<>(TOKEN, 0));
        assertFalse(outcome.isDone(), "told before it was given back");
        server.answer(Script.RELEASE, 1L);
        assertInstanceOf(AcquireOutcome.Failed.class, now(outcome));
    }

    /** Message and look both ask for confirmation. What one of them has got the other must not give away. */
    @Test
    void grantThatWasConfirmedOnceIsNotGivenBack() throws Exception {
        RedisLockBackend backend = openReplicated();
        CompletableFuture<AcquireOutcome> outcome = askTwice(backend);
        server.answer(1, Script.ACQUIRE, new RedisTransport.Replicated<>(TOKEN, 1));
        assertEquals(TOKEN, SpiCall.token(now(outcome)));
        server.answer(2, Script.ACQUIRE, new RedisTransport.Replicated<>(TOKEN, 0));
        assertEquals(0, server.calls(Script.RELEASE).size(), "the lock is in use");
    }

    @Test
    void grantThatIsBeingGivenBackIsNotConfirmed() throws Exception {
        RedisLockBackend backend = openReplicated();
        CompletableFuture<AcquireOutcome> outcome = askTwice(backend);
        server.answer(1, Script.ACQUIRE, new RedisTransport.Replicated<>(TOKEN, 0));
        server.answer(2, Script.ACQUIRE, new RedisTransport.Replicated<>(TOKEN, 1));
        assertFalse(outcome.isDone() && now(outcome) instanceof AcquireOutcome.Granted, "the lock is on its way to somebody else");
        server.answer(0, Script.RELEASE, 1L);
        assertInstanceOf(AcquireOutcome.Failed.class, now(outcome));
    }

    private CompletableFuture<AcquireOutcome> askTwice(RedisLockBackend backend) {
        CompletableFuture<AcquireOutcome> outcome = call.send(backend);
        server.answer(Script.ACQUIRE, new RedisTransport.Replicated<>(WAITING, 1));
        look();
        server.say(granted());
        server.answer(Script.LOOK, "" + TOKEN);
        assertEquals(3, server.calls(Script.ACQUIRE).size());
        return outcome;
    }

    // ---- closing

    @Test
    void closingEndsWhatIsOpen() throws Exception {
        RedisLockBackend backend = open();
        CompletableFuture<AcquireOutcome> unanswered = call.send(backend);
        SpiCall other = new SpiCall("other", LEASE, true);
        CompletableFuture<AcquireOutcome> waiting = other.send(backend);
        server.answer(Script.ACQUIRE, WAITING);
        backend.close();
        for (CompletableFuture<AcquireOutcome> each : List.of(unanswered, waiting)) {
            assertFalse(now(each) instanceof AcquireOutcome.Granted);
        }
    }

    private RedisLockBackend open() {
        return ScriptedTransport.backend(server, "");
    }

    private RedisLockBackend openReplicated() {
        return ScriptedTransport.backend(server, "?replicas=1");
    }

    private CompletableFuture<AcquireOutcome> wait(RedisLockBackend backend) {
        CompletableFuture<AcquireOutcome> outcome = call.send(backend);
        server.answer(Script.ACQUIRE, WAITING);
        assertEquals(1, call.confirmations());
        return outcome;
    }

    /** Lets time pass until the client asks how it stands. */
    private void look() {
        int before = server.calls(Script.LOOK).size();
        Eventually.until("it looks", () -> {
            server.passTime();
            return server.calls(Script.LOOK).size() > before;
        });
    }

    private String granted() {
        return "granted " + call.id() + " " + TOKEN + " 5000 " + new Keyspace("holdfast").of("name").lock();
    }

    private static long since(CompletableFuture<AcquireOutcome> outcome) throws Exception {
        return ((AcquireOutcome.Granted) now(outcome)).since();
    }

    private static <T> T now(CompletableFuture<T> stage) throws Exception {
        return Eventually.get("an end", Duration.ofSeconds(2), stage);
    }
}
