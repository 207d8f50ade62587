package io.holdfast.lock.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.HoldState;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LossReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RenewalLoopTest {
    private final ManualEngine manual = new ManualEngine();

    @AfterEach
    void close() {
        manual.close();
    }

    @Test
    void liveHolderKeepsTheLockForAsLongAsItLikes() throws Exception {
        Hold hold = manual.lock("a").acquire();
        for (int i = 0; i < 100; i++) {
            manual.time.advance(Duration.ofSeconds(7));
            assertEquals(HoldState.HELD, hold.state());
            assertTrue(manual.otherLock("a").tryAcquire().isEmpty());
        }
        hold.close();
        assertTrue(manual.otherLock("a").tryAcquire().isPresent());
    }

    @Test
    void allHoldsAreRenewedTogetherAtAThirdOfTheLease() throws Exception {
        for (int i = 0; i < 100; i++) {
            manual.lock("lock " + i).acquire();
            manual.time.advance(Duration.ofMillis(20));
        }
        manual.time.advance(Duration.ofSeconds(60));
        assertTrue(manual.backend.renewed.size() <= 12, "renewals: " + manual.backend.renewed.size());
        manual.backend.renewed.forEach(batch -> assertEquals(100, batch.size()));
    }

    @Test
    void costOfRenewalDependsOnHoldsAloneNotOnCycles() throws Exception {
        for (int i = 0; i < 5_000; i++) {
            manual.lock("cycled").acquire().close();
        }
        manual.lock("held").acquire();
        manual.time.advance(Duration.ofSeconds(60));
        assertTrue(manual.backend.renewed.size() <= 7, "renewals: " + manual.backend.renewed.size());
        manual.backend.renewed.forEach(batch -> assertEquals(1, batch.size()));
    }

    @Test
    void thousandsOfHoldsShareOneTimer() throws Exception {
        for (int i = 0; i < 10_000; i++) {
            manual.lock("lock " + i).acquire();
        }
        assertEquals(2, manual.time.pending(), "one of the client, one of the store");
    }

    @Test
    void releasedHoldIsNotRenewed() throws Exception {
        manual.lock("a").acquire().close();
        manual.time.advance(Duration.ofSeconds(60));
        assertEquals(List.of(), manual.backend.renewed);
        assertEquals(0, manual.time.pending(), "timers left behind");
    }

    @Test
    void unconfirmedRenewalTurnsHoldSuspectThenLostBeforeTheServerCanGiveItAway() throws Exception {
        Hold hold = manual.lock("a").acquire();
        List<LossReason> told = new ArrayList<>();
        hold.onLost(told::add);
        manual.backend.renewals = FlakyBackend.Network.REQUEST_LOST;
        manual.time.advance(Duration.ofSeconds(21));
        assertEquals(HoldState.SUSPECT, hold.state());
        assertTrue(hold.isValid());
        manual.time.advance(Duration.ofMillis(8_699));
        assertEquals(HoldState.LOST, hold.state());
        assertEquals(List.of(LossReason.EXPIRED), told);
        assertTrue(manual.otherLock("a").tryAcquire().isEmpty(), "G6: told before the server gives it away");
        manual.time.advance(Duration.ofSeconds(1));
        assertTrue(manual.otherLock("a").tryAcquire().isPresent());
        assertEquals(LossReason.EXPIRED, assertThrows(LockLostException.class, hold::close).reason());
        hold.close();
        assertTrue(manual.events.stream().anyMatch(LockEvent.RenewalLate.class::isInstance));
        assertTrue(manual.events.stream().anyMatch(LockEvent.Lost.class::isInstance));
    }

    @Test
    void renewalTriesFasterAsTheDeadlineNearsAndRecovers() throws Exception {
        Hold hold = manual.lock("a").acquire();
        manual.backend.renewals = FlakyBackend.Network.SILENT;
        manual.time.advance(Duration.ofSeconds(25));
        int triesSoFar = manual.backend.renewed.size();
        assertTrue(triesSoFar >= 4, "tries: " + triesSoFar);
        manual.backend.renewals = FlakyBackend.Network.GOOD;
        manual.time.advance(Duration.ofSeconds(3));
        assertEquals(HoldState.HELD, hold.state());
        hold.close();
    }

    @Test
    void loopSurvivesABackendThatThrows() throws Exception {
        Hold hold = manual.lock("a").acquire();
        manual.backend.renewals = FlakyBackend.Network.THROWS;
        manual.time.advance(Duration.ofSeconds(20));
        manual.backend.renewals = FlakyBackend.Network.GOOD;
        manual.time.advance(Duration.ofSeconds(60));
        assertTrue(hold.isValid());
        hold.close();
    }

    @Test
    void lostReplyToARenewalDoesNotLoseTheHold() throws Exception {
        Hold hold = manual.lock("a").acquire();
        manual.backend.renewals = FlakyBackend.Network.REPLY_LOST;
        manual.time.advance(Duration.ofSeconds(12));
        manual.backend.renewals = FlakyBackend.Network.GOOD;
        manual.time.advance(Duration.ofSeconds(20));
        assertTrue(hold.isValid());
        hold.close();
    }

    @Test
    void lossIsNoticedByTheOneWhoAsksEvenIfTheTimerSleeps() throws Exception {
        Hold hold = manual.engine.lock("a", ManualEngine.OPTIONS.withFixedLease(Duration.ofSeconds(10))).acquire();
        assertTrue(hold.isValid());
        manual.time.advance(Duration.ofSeconds(10));
        assertFalse(hold.isValid());
        assertEquals(Duration.ZERO, hold.remaining());
    }

    @Test
    void fixedLeaseIsNotRenewedAndEndsByItself() throws Exception {
        Hold hold = manual.engine.lock("a", ManualEngine.OPTIONS.withFixedLease(Duration.ofSeconds(10))).acquire();
        manual.time.advance(Duration.ofSeconds(9));
        assertEquals(HoldState.HELD, hold.state());
        manual.time.advance(Duration.ofSeconds(1));
        assertEquals(HoldState.LOST, hold.state());
        assertEquals(List.of(), manual.backend.renewed);
        assertThrows(LockLostException.class, hold::ensureValid);
    }

    @Test
    void revokedGrantIsToldByPush() throws Exception {
        Hold hold = manual.lock("a").acquire();
        List<LossReason> told = new ArrayList<>();
        hold.onLost(told::add);
        assertTrue(manual.other.forceRelease("a"));
        assertEquals(List.of(LossReason.REVOKED), told);
        hold.onLost(told::add);
        assertEquals(List.of(LossReason.REVOKED, LossReason.REVOKED), told, "an action that comes late runs at once");
    }
}
