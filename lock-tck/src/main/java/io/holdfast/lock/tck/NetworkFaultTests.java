package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.tck.network.Direction;
import io.holdfast.lock.tck.network.TcpProxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client behind a network that cuts, holds and loses what passes through it, and others with a clear view of the store. */
@Needs(StorePart.ROAD)
abstract class NetworkFaultTests extends FaultTests {
    /** Long enough that nobody expires while a test is busy. */
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);

    // Mutable state, used by the thread that runs the test
    private TcpProxy proxy;
    private LockClient far;

    NetworkFaultTests(LockFaultTck kit) {
        super(kit);
    }

    @BeforeEach
    void moveAway() {
        StoreUnderTest.Road road = store().road().orElseThrow();
        proxy = closeLater(TcpProxy.to(road.host(), road.port()));
        far = client(road.detour().apply(proxy.port()));
        // The network is good again when the client is closed, so that it can give back what it has.
        closeLater(proxy::heal);
    }

    // ---- partitions

    @Test
    @Shows(Guarantee.G5)
    void partitionShorterThanTheLeaseCostsNothing() throws Exception {
        String name = freshName();
        Hold hold = far.lock(name, LockOptions.defaults().withLease(shortLease().multipliedBy(3))).acquire();
        for (int i = 0; i < 2; i++) {
            proxy.blackHole();
            Thread.sleep(shortLease().toMillis());
            proxy.heal();
            assertRenewed(hold);
        }
        assertTrue(observer().lock(name).tryAcquire().isEmpty(), "another client got the lock");
        assertDoesNotThrow(hold::close, "closing after the partition");
        assertBecomesFree(name);
    }

    @Test
    @Shows(Guarantee.G5)
    void brokenConnectionsCostNothing() throws Exception {
        String name = freshName();
        Hold hold = far.lock(name, LockOptions.defaults().withLease(shortLease().multipliedBy(2))).acquire();
        for (int i = 0; i < 5; i++) {
            proxy.cut();
            assertRenewed(hold);
        }
        assertDoesNotThrow(hold::close, "closing after connections were cut");
        assertBecomesFree(name);
    }

    @Test
    @Shows(Guarantee.G6)
    void partitionLongerThanTheLeaseIsToldBeforeAnotherHasTheLock() throws Exception {
        String name = freshName();
        Hold hold = far.lock(name, shortOptions()).acquire();
        CompletableFuture<Long> told = new CompletableFuture<>();
        hold.onLost(reason -> told.complete(System.nanoTime()));
        proxy.blackHole();
        Hold next = observer().lock(name, shortOptions()).tryAcquire(shortLease().plus(patience.presence())).orElseThrow();
        long nextAt = System.nanoTime();
        assertFalse(hold.isValid(), "a hold is still valid although another client has the lock");
        assertTrue(patience.await("onLost fires", told) - nextAt < patience.absence().toNanos(), "onLost fired long after");
        assertTrue(next.token() > hold.token(), "the token did not grow");
        proxy.heal();
        assertThrows(LockLostException.class, hold::close, "closing a lost hold");
        assertTrue(next.isValid(), "the release of the lost hold has cost the next owner its lock");
        next.close();
        far.lock(name).tryAcquire(patience.presence()).orElseThrow().close();
    }

    // ---- waiting

    @Test
    @Shows(Guarantee.G8)
    void wakeUpThatThePartitionSwallowedIsMadeUpFor() throws Exception {
        String name = freshName();
        Hold held = observer().lock(name, shortOptions()).acquire();
        CompletableFuture<Hold> waiting = far.lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquireAsync();
        patience.until("the far client stands in line", () -> waiters(name) == 1);
        proxy.dropReplies();
        held.close();
        patience.never("a grant is heard of though nothing comes through", waiting::isDone);
        proxy.heal();
        patience.await("the wait is granted after all", waiting).close();
        assertBecomesFree(name);
    }

    @Test
    @Shows(Guarantee.G8)
    void waiterWhoseConnectionsBreakKeepsWaiting() throws Exception {
        String name = freshName();
        Hold held = observer().lock(name, shortOptions()).acquire();
        CompletableFuture<Hold> waiting = far.lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquireAsync();
        patience.until("the far client stands in line", () -> waiters(name) == 1);
        for (int i = 0; i < 3; i++) {
            proxy.cut();
            patience.never("a broken connection ends the wait", waiting::isDone);
        }
        held.close();
        patience.await("the wait is granted", waiting).close();
        assertBecomesFree(name);
    }

    // ---- limits and failures

    @Test
    @Shows(Guarantee.G10)
    void limitsAreKeptWhenNothingComesThrough() {
        String name = freshName();
        proxy.blackHole();
        Duration limit = Duration.ofSeconds(1);
        long start = System.nanoTime();
        LockBackendException failure = assertThrows(LockBackendException.class, () -> far.lock(name).tryAcquire(limit),
                "nobody knows whether the lock was taken");
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        assertTrue(took.compareTo(limit.plus(limit)) < 0, () -> "a limit of " + limit + " took " + took);
        assertEquals(name, failure.lockName(), "the lock that the failure names");
    }

    @Test
    @Shows(Guarantee.G14)
    void whoeverWaitsWithoutLimitIsToldThatNothingComesThrough() {
        String name = freshName();
        proxy.blackHole();
        LockBackendException failure = assertThrows(LockBackendException.class, () -> far.lock(name).acquire(),
                "a wait without limit on a silent backend");
        assertTrue(failure.getMessage().contains(name), () -> "the message names the lock: " + failure.getMessage());
        assertTrue(failure.getMessage().contains(Integer.toString(proxy.port())), () -> "and the backend: " + failure.getMessage());
    }

    @Test
    @Shows(Guarantee.G14)
    void serverThatCantBeReachedIsToldAndComesBack() throws Exception {
        String name = freshName();
        proxy.refuse();
        assertThrows(LockBackendException.class, () -> far.lock(name).tryAcquire(Duration.ofSeconds(1)), "nobody is there");
        proxy.heal();
        far.lock(name).tryAcquire(patience.presence()).orElseThrow().close();
    }

    // ---- replies that are lost after the request was applied

    @Test
    @Shows(Guarantee.G11)
    void lostReplyToAcquireIsOneGrant() throws Exception {
        String name = freshName();
        proxy.dropReplies();
        CompletableFuture<Hold> asked = far.lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquireAsync();
        patience.until("the store has applied it", () -> isHeld(name));
        long token = observer().inspect(name).owner().orElseThrow().token();
        proxy.heal();
        Hold hold = patience.await("the grant is heard of", asked);
        assertEquals(token, hold.token(), "the token of the one grant");
        hold.close();
        assertFalse(isHeld(name), "a second grant was left behind");
        assertBecomesFree(name);
    }

    @Test
    @Shows(Guarantee.G11)
    void lostReplyToRenewalIsNoLoss() throws Exception {
        String name = freshName();
        Hold hold = far.lock(name, LockOptions.defaults().withLease(shortLease().multipliedBy(2))).acquire();
        proxy.dropReplies();
        Thread.sleep(shortLease().toMillis());
        proxy.heal();
        assertRenewed(hold);
        assertDoesNotThrow(hold::close, "closing after lost replies to renewals");
        assertBecomesFree(name);
    }

    @Test
    @Shows(Guarantee.G11)
    void lostReplyToReleaseIsNoLoss() throws Exception {
        String name = freshName();
        Hold hold = far.lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquire();
        proxy.dropReplies();
        CompletableFuture<Void> closing = hold.closeAsync();
        patience.until("the store has applied it", () -> !isHeld(name));
        Hold next = observer().lock(name).tryAcquire(patience.presence()).orElseThrow();
        proxy.heal();
        assertDoesNotThrow(() -> patience.await("the release is confirmed", closing), "a release that was applied and not heard of");
        assertTrue(next.isValid() && isHeld(name), "the repeated release has cost the next owner its lock");
        next.close();
    }

    @Test
    @Shows(Guarantee.G11)
    void lostReplyToWithdrawalLeavesNothing() throws Exception {
        String name = freshName();
        Hold held = observer().lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquire();
        CompletableFuture<Optional<Hold>> waiting = far.lock(name, LockOptions.defaults().withLease(LONG_LEASE))
                .tryAcquireAsync(Duration.ofSeconds(1));
        patience.until("the far client stands in line", () -> waiters(name) == 1);
        proxy.dropReplies();
        patience.until("it has given up", waiting::isDone);
        patience.until("the store has applied that", () -> waiters(name) == 0);
        held.close();
        proxy.heal();
        patience.never("who has given up gets the lock", () -> isHeld(name));
        assertBecomesFree(name);
        assertNothingIsLeft();
    }

    /** Wherever in a request or a reply the connection ends. */
    @Test
    @Shows(Guarantee.G11)
    void connectionThatEndsAnywhereLeavesNoOrphan() throws Exception {
        String name = freshName();
        long last = 0;
        for (Direction direction : Direction.values()) {
            for (long bytes = 0; bytes < 2_000; bytes = bytes * 3 / 2 + 7) {
                proxy.cutAfter(bytes, direction);
                Hold hold = far.lock(name, LockOptions.defaults().withLease(LONG_LEASE)).tryAcquire(patience.presence()).orElseThrow();
                assertTrue(hold.token() > last, "the token did not grow");
                last = hold.token();
                assertDoesNotThrow(hold::close, "closing over a connection that ends after " + bytes + " bytes of " + direction);
            }
        }
        proxy.heal();
        patience.until("nothing is left behind", () -> !isHeld(name));
    }

    @Test
    @Shows(Guarantee.G6)
    void leaseIsCountedFromBeforeASlowRequest() throws Exception {
        Duration delay = Duration.ofMillis(150);
        proxy.delay(delay);
        try (Hold hold = far.lock(freshName(), shortOptions()).acquire()) {
            assertTrue(hold.remaining().compareTo(shortLease().minus(delay)) < 0, "the time that the request took is not taken off");
            assertRenewed(hold);
        }
    }

    /** A renewal has been heard of that was sent after this was called. */
    private void assertRenewed(Hold hold) throws InterruptedException {
        Duration before = hold.remaining();
        Thread.sleep(5);
        patience.until("the lease is renewed", () -> !hold.isValid() || hold.remaining().compareTo(before) > 0);
        assertTrue(hold.isValid(), "a live holder has lost its lock");
    }
}
