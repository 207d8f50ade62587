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
import io.holdfast.lock.LossReason;
import io.holdfast.lock.spi.Capability;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server hangs, dies, comes back, and has forgotten everything. */
@Needs(StorePart.SERVER)
abstract class ServerFaultTests extends FaultTests {
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);

    ServerFaultTests(LockFaultTck kit) {
        super(kit);
    }

    /** For the tests that come after one that failed. */
    @AfterEach
    void goOn() {
        server().resume();
    }

    @Test
    @Requires(Capability.DURABLE_HOLDS)
    @Shows(Guarantee.G5)
    void holdOutlivesARestart() throws Exception {
        String name = freshName();
        LockClient client = client();
        Hold hold = client.lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquire();
        CompletableFuture<Hold> waiting = client().lock(name).acquireAsync();
        patience.until("somebody stands in line", () -> waiters(name) == 1);
        server().restart();
        assertTrue(client().lock(name).tryAcquire().isEmpty(), "another client got the lock");
        assertTrue(hold.isValid() && !waiting.isDone(), "the lock was lost in the restart");
        assertDoesNotThrow(hold::close, "closing after the restart");
        Hold next = patience.await("the wait goes on and is granted", waiting);
        assertTrue(next.token() > hold.token(), "the token did not grow over the restart");
        next.close();
        assertBecomesFree(name);
    }

    /** That nobody else has the lock until the holder is told can't be had from a server that has forgotten who has it. */
    @Test
    @Shows(Guarantee.G6)
    void serverThatLostItsDataIsToldToTheHolder() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, shortOptions()).acquire();
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        hold.onLost(told::complete);
        server().restartEmpty();
        Hold next = client().lock(name).tryAcquire(patience.presence()).orElseThrow();
        patience.await("the holder is told", told);
        assertThrows(LockLostException.class, hold::close, "closing a lost hold");
        assertTrue(next.isValid(), "the late release has cost the next owner its lock");
        next.close();
        assertBecomesFree(name);
    }

    @Test
    @Requires(Capability.DURABLE_TOKENS)
    @Shows(Guarantee.G7)
    void tokensGrowOverALossOfAllData() throws Exception {
        String name = freshName();
        Hold before = client().lock(name).acquire();
        before.close();
        server().restartEmpty();
        Hold after = client().lock(name).tryAcquire(patience.presence()).orElseThrow();
        assertTrue(after.token() > before.token(), "the token did not grow: " + before.token() + ", then " + after.token());
        after.close();
    }

    @Test
    @Shows(Guarantee.G8)
    void waiterOutlivesAServerThatLostItsData() throws Exception {
        String name = freshName();
        Hold held = client().lock(name, shortOptions()).acquire();
        CompletableFuture<Hold> waiting = client().lock(name, shortOptions()).acquireAsync();
        patience.until("somebody stands in line", () -> waiters(name) == 1);
        server().restartEmpty();
        patience.await("the wait is granted", waiting).close();
        patience.until("the first holder is told", () -> !held.isValid());
        assertBecomesFree(name);
    }

    @Test
    @Shows(Guarantee.G5)
    void shortHangOfTheServerCostsNothing() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, LockOptions.defaults().withLease(shortLease().multipliedBy(3))).acquire();
        server().pause();
        Thread.sleep(shortLease().toMillis());
        server().resume();
        Duration before = hold.remaining();
        patience.until("the lease is renewed", () -> !hold.isValid() || hold.remaining().compareTo(before) > 0);
        assertTrue(hold.isValid(), "a live holder has lost its lock");
        assertDoesNotThrow(hold::close, "closing after the server hung");
        assertBecomesFree(name);
    }

    /** Longer than the lease: the holder can't know whether the server's clock goes on, and must not count on it. */
    @Test
    @Shows(Guarantee.G6)
    void longHangOfTheServerIsToldToTheHolder() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, shortOptions()).acquire();
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        hold.onLost(told::complete);
        server().pause();
        patience.await("the holder is told", told);
        assertFalse(hold.isValid(), "a hold is valid after onLost");
        server().resume();
        assertThrows(LockLostException.class, hold::close, "closing a lost hold");
        assertTrue(assertBecomesFree(name) > hold.token(), "the token did not grow");
        assertNothingIsLeft();
    }

    @Test
    @Shows(Guarantee.G10)
    void limitsAreKeptWhileTheServerHangs() {
        String name = freshName();
        LockClient client = client();
        server().pause();
        Duration limit = Duration.ofSeconds(1);
        long start = System.nanoTime();
        LockBackendException failure = assertThrows(LockBackendException.class, () -> client.lock(name).tryAcquire(limit),
                "nobody knows whether the lock was taken");
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        server().resume();
        assertTrue(took.compareTo(limit.plus(limit)) < 0, () -> "a limit of " + limit + " took " + took);
        assertEquals(name, failure.lockName(), "the lock that the failure names");
        assertNothingIsLeft();
    }

    private StoreUnderTest.Server server() {
        return store().server().orElseThrow();
    }
}
