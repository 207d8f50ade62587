package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.Capability;
import io.holdfast.lock.tck.holders.HolderProcess;
import io.holdfast.lock.tck.holders.RemoteAttempt;
import io.holdfast.lock.tck.servers.FakeClock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The wall clock of a client or of the server is set by an hour while locks are held and awaited. */
abstract class ClockFaultTests extends FaultTests {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);

    // Mutable state, used by the thread that runs the test
    private Duration serverOffset = Duration.ZERO;

    ClockFaultTests(LockFaultTck kit) {
        super(kit);
    }

    /** For the tests that come after. */
    @AfterEach
    void setTheServerRight() {
        if (!serverOffset.isZero()) {
            jump(serverOffset.negated());
        }
    }

    @Test
    @Shows(Guarantee.G5)
    void clockOfAHolderMayJump() throws Exception {
        String name = freshName();
        try (FakeClock clock = new FakeClock()) {
            HolderProcess holder = startHolder(clock.environment());
            awaitReady(holder);
            RemoteAttempt hold = taken(holder, name, shortLease());
            for (Duration by : new Duration[] {HOUR, HOUR.negated(), HOUR.negated(), HOUR}) {
                clock.jump(by);
                long until = System.nanoTime() + shortLease().toNanos();
                patience.until("it goes on for a lease", () -> hold.isLost() || hold.validUntil().orElse(0) > until);
                assertFalse(hold.isLost(), () -> "the clock jumped by " + by + ": " + hold);
            }
            assertTrue(observer().lock(name).tryAcquire().isEmpty(), "another client got the lock");
            // A limit of a second is a second, whatever the clock says.
            RemoteAttempt limited = holder.take(name + "-2", shortLease(), Optional.of(Duration.ofSeconds(1)), false);
            patience.until("it is granted", limited::isGranted);
            drop(holder, limited);
            drop(holder, hold);
            assertFalse(hold.isClosedAsLost(), () -> "the lock was lost: " + hold);
            holder.kill();
        }
        assertBecomesFree(name);
    }

    @Test
    @Needs(StorePart.CLOCK)
    @Requires(Capability.STEADY_LEASES)
    @Shows(Guarantee.G5)
    void clockOfTheServerMayJump() throws Exception {
        String name = freshName();
        try (Hold hold = client().lock(name, shortOptions()).acquire()) {
            for (Duration by : new Duration[] {HOUR, HOUR.negated(), HOUR.negated(), HOUR}) {
                jump(by);
                Thread.sleep(shortLease().toMillis());
                assertTrue(hold.isValid(), () -> "the clock of the server jumped by " + by);
                assertTrue(observer().lock(name).tryAcquire().isEmpty(), "another client got the lock");
            }
        }
    }

    /** The other half of the case above, for stores whose leases end by the wall clock: what must hold all the same. */
    @Test
    @Needs(StorePart.CLOCK)
    @RequiresAbsent(Capability.STEADY_LEASES)
    @Shows(Guarantee.G6)
    void serverClockThatJumpsAheadIsToldToTheHolder() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, shortOptions()).acquire();
        CompletableFuture<Hold> waiting = client().lock(name, shortOptions()).acquireAsync();
        patience.until("somebody stands in line", () -> waiters(name) == 1);
        jump(HOUR);
        Hold next = patience.await("the waiter has the lock", waiting);
        patience.until("the holder is told", () -> !hold.isValid());
        assertTrue(next.token() > hold.token(), "the token did not grow");
        next.close();
        assertBecomesFree(name);
    }

    @Test
    @Needs(StorePart.CLOCK)
    @Shows(Guarantee.G7)
    void tokensGrowWhereverTheServerClockJumps() throws Exception {
        String name = freshName();
        long last = assertBecomesFree(name);
        for (Duration by : new Duration[] {HOUR.negated(), HOUR, HOUR, HOUR.negated()}) {
            jump(by);
            long token = assertBecomesFree(name);
            assertTrue(token > last, "the token did not grow when the clock jumped by " + by);
            last = token;
        }
    }

    @Test
    @Needs(StorePart.CLOCK)
    @Shows(Guarantee.G4)
    void serverClockThatIsSetBackDoesNotKeepTheLockOfTheDead() throws Exception {
        String name = freshName();
        HolderProcess dead = holder();
        taken(dead, name, shortLease());
        CompletableFuture<Hold> waiting = client().lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquireAsync();
        patience.until("somebody stands in line", () -> waiters(name) == 1);
        dead.kill();
        jump(HOUR.negated());
        patience.await("the waiter has the lock", waiting).close();
        assertBecomesFree(name);
        assertNothingIsLeft();
    }

    private void jump(Duration by) {
        serverOffset = serverOffset.plus(by);
        store().clock().orElseThrow().jump(by);
    }
}
