package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.tck.servers.FakeClock;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The server's wall clock, by which Redis ends its keys, jumps by an hour while it runs. */
final class ServerClockTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration LEASE = Duration.ofSeconds(6);
    private static final LockOptions SHORT = LockOptions.defaults().withLease(LEASE);
    /** A third of the lease, and what a busy machine takes. */
    private static final Duration NEXT_RENEWAL = Duration.ofSeconds(2 + 2);
    /** Two seconds until somebody looks, the lease, and what a busy machine takes. */
    private static final Duration LOOK_AND_LEASE = Duration.ofSeconds(2 + 6 + 4);
    /** A waiter that does not ask for seven seconds counts as dead. */
    private static final Duration SILENCE = Duration.ofSeconds(7 + 4);
    private static final Duration SOON = Duration.ofSeconds(2 + 2);

    private FakeClock clock;
    private RedisServer server;
    private LockClient owner;
    private LockClient other;
    private RedisLockBackend backend;

    @BeforeEach
    void start() {
        clock = new FakeClock();
        server = Servers.redis(clock);
        owner = LockClient.connect(server.url());
        other = LockClient.connect(server.url());
        backend = RedisLockBackend.open(server.url());
    }

    @AfterEach
    void stop() {
        backend.close();
        other.close();
        owner.close();
        server.close();
        clock.close();
    }

    // ---- back: keys would live an hour longer

    @Test
    void waiterGetsTheLockOfADeadHolderALeaseAfterTheClockWasSetBack() throws Exception {
        long first = dieHolding("name");
        CompletableFuture<Hold> waiting = other.lock("name", SHORT).acquireAsync();
        awaitWaiters(1);
        clock.jump(HOUR.negated());
        try (Hold hold = Eventually.get("the lock of a dead holder", LOOK_AND_LEASE, waiting)) {
            assertTrue(hold.token() > first, () -> hold.token() + " after " + first);
        }
    }

    /** Asking again and again must not prolong the lease either. */
    @Test
    void whoeverAsksFindsTheLockOfADeadHolderFreeALeaseAfterTheClockWasSetBack() throws Exception {
        dieHolding("name");
        clock.jump(HOUR.negated());
        Eventually.until("the lock is free", LOOK_AND_LEASE, () -> other.lock("name", SHORT).tryAcquire().isPresent());
    }

    @Test
    void livingHolderKeepsTheLockAndWaitersTheirTimeLimitsWhenTheClockIsSetBack() throws Exception {
        AtomicInteger losses = new AtomicInteger();
        Hold hold = owner.lock("name", SHORT).acquire();
        hold.onLost(reason -> losses.incrementAndGet());
        clock.jump(HOUR.negated());
        Duration limit = LEASE.plusSeconds(2);
        long start = System.nanoTime();
        assertTrue(other.lock("name", SHORT).tryAcquire(limit).isEmpty(), "the lock was free");
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        assertTrue(waited.compareTo(limit) >= 0 && waited.compareTo(limit.plus(SOON)) < 0, () -> "waited " + waited + ", not " + limit);
        assertTrue(hold.isValid());
        assertEquals(0, losses.get());
        CompletableFuture<Hold> waiting = other.lock("name", SHORT).acquireAsync();
        awaitWaiters(1);
        hold.close();
        Eventually.get("the lock", SOON, waiting).close();
    }

    /** Neither of the two in front listens, so that both are passed over. One of them goes on asking, and keeps the line alive. */
    @Test
    void deadWaiterIsOutOfTheLineSoonAfterTheClockWasSetBack() throws Exception {
        Hold held = owner.lock("name", SHORT).acquire();
        try (FakeWaiter dead = new FakeWaiter(server, "name"); FakeWaiter living = new FakeWaiter(server, "name")) {
            dead.ask();
            living.ask();
            clock.jump(HOUR.negated());
            CompletableFuture<Hold> behind = other.lock("name", SHORT).acquireAsync();
            awaitWaiters(3);
            held.close();
            Eventually.get("the lock", SOON, behind).close();
            Eventually.until("the dead waiter is out of the line", SILENCE, () -> {
                Hold hold = owner.lock("name", SHORT).tryAcquire().orElseThrow();
                living.ask();
                hold.close();
                return !dead.isInLine();
            });
            assertTrue(living.isInLine());
        }
    }

    @Test
    void inspectShowsWhatIsTrueWhenTheClockWasSetBack() throws Exception {
        dieHolding("name");
        try (FakeWaiter dead = new FakeWaiter(server, "name")) {
            dead.ask();
            clock.jump(HOUR.negated());
            Duration left = owner.inspect("name").owner().orElseThrow().leaseLeft();
            assertTrue(left.compareTo(LEASE) <= 0, () -> "left of a lease of " + LEASE + ": " + left);
            Eventually.until("nobody holds it, nobody waits", LOOK_AND_LEASE,
                    () -> owner.inspect("name").owner().isEmpty() && owner.inspect("name").waiters() == 0);
        }
    }

    // ---- forward: all leases end at once

    @Test
    void holderIsToldAtItsNextRenewalAndWaitersAreServedWhenTheClockIsSetForward() throws Exception {
        CompletableFuture<String> told = new CompletableFuture<>();
        Hold hold = owner.lock("name", SHORT).acquire();
        hold.onLost(reason -> told.complete(reason.name()));
        CompletableFuture<Hold> waiting = other.lock("name", SHORT).acquireAsync();
        CompletableFuture<Hold> waitingToo = owner.lock("name", SHORT).acquireAsync();
        awaitWaiters(1);
        clock.jump(HOUR);
        assertEquals("REVOKED", Eventually.get("the loss is told", NEXT_RENEWAL, told));
        assertThrows(LockLostException.class, hold::close);
        long next = closed(Eventually.get("the lock", SOON, CompletableFuture.anyOf(waiting, waitingToo)));
        assertTrue(next > hold.token(), () -> next + " after " + hold.token());
        long one = closed(Eventually.get("the lock", SOON, waiting));
        long two = closed(Eventually.get("the lock", SOON, waitingToo));
        assertTrue(Math.min(one, two) == next && Math.max(one, two) > next, () -> one + ", " + two + " from " + next);
    }

    // ---- both

    @Test
    void tokensGrowOverAllJumps() throws Exception {
        long last = 0;
        for (Duration jump : List.of(HOUR, HOUR.multipliedBy(-2), HOUR, HOUR.negated(), HOUR.multipliedBy(2), HOUR.negated())) {
            for (int i = 0; i < 3; i++) {
                last = takeAndRelease(last);
            }
            clock.jump(jump);
            last = takeAndRelease(last);
        }
    }

    /** Takes the lock for a lease, and is not heard of again. */
    private long dieHolding(String name) throws Exception {
        return new SpiCall(name, LEASE, false).take(backend);
    }

    private long takeAndRelease(long last) throws Exception {
        SpiCall call = new SpiCall("name", LEASE, false);
        long token = call.take(backend);
        assertTrue(token > last, () -> token + " after " + last);
        assertEquals(Answer.YES, Eventually.get("release", backend.release(call.acquisition())));
        return token;
    }

    private void awaitWaiters(int number) {
        Eventually.until(number + " wait", () -> other.inspect("name").waiters() == number);
    }

    private static long closed(Object hold) {
        ((Hold) hold).close();
        return ((Hold) hold).token();
    }
}
