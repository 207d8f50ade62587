package io.holdfast.lock.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.spi.Acquisition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneTest {
    private final ManualEngine manual = new ManualEngine();

    @AfterEach
    void close() {
        manual.close();
        assertEquals(0, manual.memory.size(), "locks left in the store");
    }

    @Test
    void thousandLocalWaitersAreOneWaiterToTheBackend() throws Exception {
        Hold held = manual.otherLock("a").acquire();
        List<CompletableFuture<Hold>> waiters = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            waiters.add(manual.lock("a").acquireAsync());
        }
        assertEquals(1, manual.engine.inspect("a").waiters());
        assertEquals(1, manual.backend.acquired.size());
        held.close();
        for (CompletableFuture<Hold> waiter : waiters) {
            waiter.join().close();
        }
        assertEquals(16, manual.backend.acquired.size(), "64 acquisitions per grant");
    }

    @Test
    void everyAcquisitionHasALargerTokenAlsoThoseHandedOn() throws Exception {
        Hold first = manual.lock("a").acquire();
        List<CompletableFuture<Hold>> waiters = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            waiters.add(manual.lock("a").acquireAsync());
        }
        long last = first.token();
        first.close();
        for (CompletableFuture<Hold> waiter : waiters) {
            Hold hold = waiter.join();
            assertTrue(hold.token() > last, "G7: " + hold.token() + " after " + last);
            last = hold.token();
            hold.close();
        }
    }

    @Test
    void handOffIsBoundedInTimeSoThatOthersGetTheirTurn() throws Exception {
        Hold first = manual.lock("a").acquire();
        CompletableFuture<Hold> local = manual.lock("a").acquireAsync();
        CompletableFuture<Hold> remote = manual.otherLock("a").acquireAsync();
        manual.time.advance(Duration.ofMillis(101));
        first.close();
        assertTrue(remote.isDone());
        assertFalse(local.isDone());
        remote.join().close();
        local.join().close();
    }

    @Test
    void handOffCanBeTurnedOff() throws Exception {
        try (ManualEngine off = new ManualEngine(EngineConfig.defaults().withHandOff(0, Duration.ZERO))) {
            Hold first = off.lock("a").acquire();
            CompletableFuture<Hold> local = off.lock("a").acquireAsync();
            CompletableFuture<Hold> remote = off.otherLock("a").acquireAsync();
            first.close();
            remote.join().close();
            local.join().close();
            assertEquals(2, off.backend.acquired.size());
        }
    }

    @Test
    void fairLocksAndFixedLeasesAreNotHandedOn() throws Exception {
        for (var options : List.of(ManualEngine.OPTIONS.withFair(true), ManualEngine.OPTIONS.withAutoRenew(false))) {
            DistributedLock lock = manual.engine.lock("a", options);
            Hold first = lock.acquire();
            CompletableFuture<Hold> second = lock.acquireAsync();
            first.close();
            Hold next = second.join();
            assertEquals(0, next.token() & Lease.MAX_HAND_OFFS, "a grant of its own: " + options);
            assertEquals(Duration.ofMillis(29_698), next.remaining(), "the whole lease, less the drift allowance");
            next.close();
        }
    }

    @Test
    void fairWaitersOfOneClientStandInTheBackendsLine() throws Exception {
        DistributedLock mine = manual.engine.lock("a", ManualEngine.OPTIONS.withFair(true));
        DistributedLock theirs = manual.other.lock("a", ManualEngine.OPTIONS.withFair(true));
        Hold held = mine.acquire();
        List<String> order = new ArrayList<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            String name = "waiter " + i;
            all.add((i % 2 == 0 ? mine : theirs).acquireAsync().thenAccept(hold -> {
                order.add(name);
                hold.close();
            }));
        }
        held.close();
        all.forEach(CompletableFuture::join);
        assertEquals(List.of("waiter 0", "waiter 1", "waiter 2", "waiter 3", "waiter 4", "waiter 5"), order);
    }

    @Test
    void cancelledFutureWithdrawsFromTheBackend() throws Exception {
        Hold held = manual.otherLock("a").acquire();
        CompletableFuture<Hold> waiting = manual.lock("a").acquireAsync();
        assertEquals(1, manual.engine.inspect("a").waiters());
        waiting.cancel(false);
        assertEquals(0, manual.engine.inspect("a").waiters());
        held.close();
        assertFalse(manual.engine.inspect("a").isHeld());
        assertEquals(LockEvent.Outcome.WITHDRAWN, assertInstanceOf(LockEvent.NotAcquired.class, manual.events.get(0)).outcome());
    }

    @Test
    void cancelOfTheFirstLeavesTheRequestToTheNext() throws Exception {
        Hold held = manual.otherLock("a").acquire();
        CompletableFuture<Hold> first = manual.lock("a").acquireAsync();
        CompletableFuture<Hold> second = manual.lock("a").acquireAsync();
        first.cancel(false);
        assertEquals(1, manual.backend.acquired.size());
        held.close();
        second.join().close();
    }

    @Test
    void timeLimitEndsTheWaitAndLeavesNothing() throws Exception {
        Hold held = manual.otherLock("a").acquire();
        CompletableFuture<Optional<Hold>> limited = manual.lock("a").tryAcquireAsync(Duration.ofSeconds(2));
        manual.time.advance(Duration.ofMillis(1_999));
        assertFalse(limited.isDone());
        manual.time.advance(Duration.ofMillis(1));
        assertEquals(Optional.empty(), limited.join());
        assertEquals(0, manual.engine.inspect("a").waiters());
        held.close();
    }

    @Test
    void waitLimitOfTheOptionsIsAnException() throws Exception {
        Hold held = manual.otherLock("a").acquire();
        CompletableFuture<Hold> limited = manual.engine.lock("a", ManualEngine.OPTIONS.withWaitLimit(Duration.ofSeconds(2))).acquireAsync();
        manual.time.advance(Duration.ofSeconds(2));
        assertInstanceOf(LockTimeoutException.class, assertThrows(CompletionException.class, limited::join).getCause());
        held.close();
    }

    @Test
    void confirmedWaitGoesOnBeyondTheAnswerLimit() throws Exception {
        Hold held = manual.otherLock("a").acquire();
        CompletableFuture<Hold> waiting = manual.lock("a").acquireAsync();
        manual.time.advance(Duration.ofMinutes(10));
        assertFalse(waiting.isDone());
        held.close();
        waiting.join().close();
    }

    @Test
    void silentBackendIsAnExceptionAndNeverANo() {
        manual.backend.acquires = FlakyBackend.Network.SILENT;
        CompletableFuture<Optional<Hold>> asked = manual.lock("a").tryAcquireAsync(Duration.ofSeconds(2));
        manual.time.advance(Duration.ofSeconds(2));
        Throwable cause = assertThrows(CompletionException.class, asked::join).getCause();
        LockBackendException failure = assertInstanceOf(LockBackendException.class, cause);
        assertTrue(failure.isOutcomeUnknown());
        assertEquals("a", failure.lockName());
        assertFalse(manual.other.inspect("a").isHeld(), "G11: what may have been granted was given back");
    }

    @Test
    void silenceEndsAWaitWithoutLimitAtTheAnswerLimit() {
        manual.backend.acquires = FlakyBackend.Network.SILENT;
        CompletableFuture<Hold> first = manual.lock("a").acquireAsync();
        CompletableFuture<Hold> second = manual.lock("a").acquireAsync();
        manual.time.advance(Duration.ofSeconds(10));
        assertTrue(first.isCompletedExceptionally());
        assertTrue(second.isCompletedExceptionally());
    }

    @Test
    void requestSentWhileOthersSleepIsWatchedToo() throws Exception {
        Hold held = manual.lock("a").acquire();
        CompletableFuture<Hold> waiting = manual.lock("a").acquireAsync();
        manual.backend.acquires = FlakyBackend.Network.SILENT;
        manual.time.advance(Duration.ofSeconds(5));
        held.close();
        manual.time.advance(Duration.ofSeconds(20));
        assertTrue(waiting.isCompletedExceptionally());
    }

    @Test
    void lostReplyToAcquireIsRepeatedWithTheSameIdAndGrantsOnce() {
        manual.backend.acquires = FlakyBackend.Network.REPLY_LOST;
        CompletableFuture<Hold> asked = manual.lock("a").acquireAsync();
        manual.backend.acquires = FlakyBackend.Network.GOOD;
        manual.time.advance(Duration.ofSeconds(1));
        Hold hold = asked.join();
        assertEquals(1, manual.backend.acquired.stream().map(Acquisition::id).distinct().count());
        hold.close();
        assertFalse(manual.other.inspect("a").isHeld());
    }

    @Test
    void brokenClientLibraryIsRetriedThenTyped() {
        manual.backend.acquires = FlakyBackend.Network.THROWS;
        CompletableFuture<Hold> asked = manual.lock("a").acquireAsync();
        manual.time.advance(Duration.ofSeconds(10));
        Throwable cause = assertThrows(CompletionException.class, asked::join).getCause();
        LockBackendException failure = assertInstanceOf(LockBackendException.class, cause);
        assertEquals("client library is broken", failure.getCause().getMessage());
        assertTrue(failure.getMessage().contains("'a'") && failure.getMessage().contains("mem:"), failure.getMessage());
    }

    @Test
    void releaseWithoutAnswerIsCarriedOnUntilConfirmed() throws Exception {
        Hold hold = manual.lock("a").acquire();
        manual.backend.releases = FlakyBackend.Network.REQUEST_LOST;
        CompletableFuture<Void> closing = hold.closeAsync();
        manual.time.advance(Duration.ofSeconds(5));
        assertFalse(closing.isDone());
        assertTrue(manual.other.inspect("a").isHeld());
        manual.backend.releases = FlakyBackend.Network.GOOD;
        manual.time.advance(Duration.ofSeconds(2));
        closing.join();
        assertFalse(manual.other.inspect("a").isHeld());
    }

    @Test
    void lostReplyToReleaseIsNoLoss() throws Exception {
        Hold hold = manual.lock("a").acquire();
        manual.backend.releases = FlakyBackend.Network.REPLY_LOST;
        CompletableFuture<Void> closing = hold.closeAsync();
        manual.backend.releases = FlakyBackend.Network.GOOD;
        manual.time.advance(Duration.ofSeconds(2));
        closing.join();
    }

    @Test
    void grantDatedRecentlyIsUsedAtOnce() throws Exception {
        manual.backend.datesGrants = false;
        Hold held = manual.otherLock("a").acquire();
        CompletableFuture<Hold> waiting = manual.lock("a").acquireAsync();
        manual.time.advance(Duration.ofSeconds(14));
        held.close();
        assertEquals(Duration.ofMillis(15_698), waiting.join().remaining(), "the lease is counted from the last time it was not ours");
        assertEquals(0, manual.backend.renewed.size());
        waiting.join().close();
    }

    @Test
    void undatedGrantIsConfirmedBeforeItIsUsed() throws Exception {
        manual.backend.datesGrants = false;
        Hold held = manual.otherLock("a").acquire();
        CompletableFuture<Hold> waiting = manual.lock("a").acquireAsync();
        manual.time.advance(Duration.ofSeconds(20));
        manual.backend.acquires = FlakyBackend.Network.SILENT;
        held.close();
        assertFalse(waiting.isDone(), "nobody knows how much of the lease is left");
        assertEquals(2, manual.backend.acquired.size());
        waiting.cancel(false);
        assertFalse(manual.other.inspect("a").isHeld(), "G10: nothing is left behind");
    }

    @Test
    void confirmedGrantCountsItsLeaseFromTheConfirmation() throws Exception {
        manual.backend.datesGrants = false;
        Hold held = manual.otherLock("a").acquire();
        CompletableFuture<Hold> waiting = manual.lock("a").acquireAsync();
        manual.time.advance(Duration.ofSeconds(20));
        held.close();
        assertEquals(Duration.ofMillis(29_698), waiting.join().remaining());
        assertEquals(2, manual.backend.acquired.size());
        waiting.join().close();
    }

    @Test
    void tryAcquireIsRefusedAtOnceByALocalOwnerWithoutARoundTrip() throws Exception {
        Hold held = manual.lock("a").acquire();
        assertTrue(manual.lock("a").tryAcquire().isEmpty());
        assertEquals(1, manual.backend.acquired.size());
        held.close();
    }

    @Test
    void tryAcquireAsksApartWhileAnotherQuestionHasNoAnswer() throws Exception {
        manual.backend.acquires = FlakyBackend.Network.SILENT;
        CompletableFuture<Hold> unanswered = manual.lock("b").acquireAsync();
        manual.backend.acquires = FlakyBackend.Network.GOOD;
        assertTrue(manual.lock("b").tryAcquire().isEmpty(), "the backend itself said no: the silent request was applied");
        assertEquals(2, manual.backend.acquired.size());
        unanswered.cancel(false);
        assertTrue(manual.lock("b").tryAcquire().isPresent());
    }
}
