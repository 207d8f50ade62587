package io.holdfast.lock.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.HoldState;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A lease between two owners of one client: vacated, offered to a thread that has not woken up yet, open to whoever runs. */
class VacancyTest {
    private static final LaneKey KEY = new LaneKey("a", ManualEngine.OPTIONS);

    /** A thread that wakes up only when the test says so. */
    private final class Sleeper extends Waiter {
        private int signals;

        Sleeper() {
            super(true, Long.MAX_VALUE, manual.time.nanos());
        }

        @Override
        String threadName() {
            return "sleeper";
        }

        @Override
        void signal() {
            signals++;
        }
    }

    private final ManualEngine manual = new ManualEngine();
    private final Sleeper first = new Sleeper();
    private final Sleeper second = new Sleeper();
    private Hold hold;
    private Lane lane;

    @BeforeEach
    void twoSleepersWaitForAHold() throws Exception {
        hold = manual.lock("a").acquire();
        lane = manual.engine.lanes().find(KEY);
        assertEquals(Lane.Entry.ENTERED, lane.enter(first));
        assertEquals(Lane.Entry.ENTERED, lane.enter(second));
    }

    @AfterEach
    void close() {
        manual.close();
        assertEquals(0, manual.memory.size());
    }

    @Test
    void onlyTheFirstIsCalledAndOnlyOnce() {
        hold.close();
        manual.lock("a").tryAcquire().orElseThrow().close();
        manual.lock("a").tryAcquire().orElseThrow().close();
        assertEquals(1, first.signals);
        assertEquals(0, second.signals);
        assertEquals(0, lane.check(first));
        assertNotNull(first.hold());
    }

    @Test
    void overtakenSleeperIsCalledAgain() {
        hold.close();
        Hold overtaking = manual.lock("a").tryAcquire().orElseThrow();
        assertTrue(lane.check(first) > 0, "somebody was quicker");
        overtaking.close();
        assertEquals(2, first.signals);
    }

    @Test
    void sleeperCanBeOvertakenForAMillisecondOnly() {
        hold.close();
        Hold overtaking = manual.lock("a").tryAcquire().orElseThrow();
        manual.time.advance(Duration.ofMillis(2));
        overtaking.close();
        assertTrue(first.isSettled(), "served directly");
        assertTrue(manual.lock("a").tryAcquire().isEmpty());
    }

    @Test
    void sleeperThatLeavesPassesTheCallOn() {
        hold.close();
        lane.abandon(first);
        assertEquals(1, second.signals);
        assertEquals(0, lane.check(second));
        assertNotNull(second.hold());
    }

    @Test
    void vacantLeaseGoesBackWithTheLastWhoLeaves() {
        hold.close();
        lane.abandon(second);
        assertTrue(manual.other.inspect("a").isHeld());
        lane.abandon(first);
        assertFalse(manual.other.inspect("a").isHeld());
        assertEquals(0, manual.engine.lanes().count());
    }

    @Test
    void leavingDoesNotEndTheHoldOfOneWhoOvertook() {
        hold.close();
        Hold overtaking = manual.lock("a").tryAcquire().orElseThrow();
        lane.abandon(first);
        lane.abandon(second);
        assertEquals(HoldState.HELD, overtaking.state());
        assertTrue(manual.other.inspect("a").isHeld());
        overtaking.close();
        assertFalse(manual.other.inspect("a").isHeld());
    }

    @Test
    void oneWhoDoesNotWantToWaitIsNeverOvertaken() throws Exception {
        try (ManualEngine fresh = new ManualEngine()) {
            fresh.backend.acquires = FlakyBackend.Network.REQUEST_LOST;
            ThreadWaiter impatient = new ThreadWaiter(false, Long.MAX_VALUE, fresh.time.nanos());
            Lane asked = fresh.engine.lanes().join(KEY);
            asked.enter(impatient);
            CompletableFuture<Hold> behind = fresh.lock("a").acquireAsync();
            fresh.backend.acquires = FlakyBackend.Network.GOOD;
            fresh.time.advance(Duration.ofSeconds(1));
            assertTrue(impatient.isSettled(), "on the lease, not only offered it");
            impatient.hold().close();
            behind.join().close();
        }
    }

    @Test
    void vacantLeaseThatRunsOutIsAskedForAnew() {
        manual.backend.renewals = FlakyBackend.Network.REQUEST_LOST;
        hold.close();
        manual.time.advance(Duration.ofSeconds(31));
        assertEquals(2, manual.backend.acquired.size());
        manual.backend.renewals = FlakyBackend.Network.GOOD;
        assertEquals(0, lane.check(first));
        assertTrue(first.hold().isValid());
    }

    @Test
    void futureTakesWhatItIsOfferedEvenIfNoCallbackThreadIsFree() throws Exception {
        Engine busy = new Engine(manual.memory.open(),
                EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(neverRun -> {}));
        Hold other = busy.lock("b", ManualEngine.OPTIONS).acquire();
        CompletableFuture<Hold> waiting = busy.lock("b", ManualEngine.OPTIONS).acquireAsync();
        other.close();
        assertFalse(waiting.isDone());
        assertTrue(busy.lock("b", ManualEngine.OPTIONS).tryAcquire().isEmpty(), "it is the future's");
        waiting.cancel(false);
        assertFalse(manual.other.inspect("b").isHeld(), "and goes back when that is cancelled");
        busy.close();
    }
}
