package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.LossReason;
import io.holdfast.lock.spi.Capability;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server that leads dies, and another takes over. */
@Needs(StorePart.SUCCESSION)
abstract class SuccessionFaultTests extends FaultTests {
    private static final Duration LONG_LEASE = Duration.ofSeconds(30);

    SuccessionFaultTests(LockFaultTck kit) {
        super(kit);
    }

    @AfterEach
    void bringBackTheDead() {
        store().succession().orElseThrow().restore();
    }

    @Test
    @Requires(Capability.DURABLE_GRANTS)
    @Shows(Guarantee.G1)
    void grantOutlivesTheLeader() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquire();
        CompletableFuture<Hold> waiting = client().lock(name).acquireAsync();
        patience.until("somebody stands in line", () -> waiters(name) == 1);
        killLeader();
        patience.never("another has the lock", waiting::isDone);
        assertTrue(hold.isValid(), "the lock was lost with the leader");
        assertDoesNotThrow(hold::close, "closing after the leader died");
        Hold next = patience.await("the wait is granted", waiting);
        assertTrue(next.token() > hold.token(), "the token did not grow");
        next.close();
    }

    /** Of a store that may forget what its leader had granted: the holder is told, or still has the lock. */
    @Test
    @RequiresAbsent(Capability.DURABLE_GRANTS)
    @Shows(Guarantee.G6)
    void grantThatDiedWithTheLeaderIsToldToTheHolder() throws Exception {
        String name = freshName();
        LockClient client = client();
        Hold hold = client.lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquire();
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        hold.onLost(told::complete);
        killLeader();
        Hold next = client().lock(name).tryAcquire(Duration.ofSeconds(5)).orElse(null);
        if (next != null) {
            patience.await("the holder is told", told);
            assertTrue(next.token() > hold.token(), "the token did not grow");
            next.close();
        } else {
            assertTrue(hold.isValid(), "nobody has the lock");
            assertDoesNotThrow(hold::close, "closing after the leader died");
        }
    }

    @Test
    @Shows(Guarantee.G7)
    void tokensGrowOverTheDeathOfTheLeader() throws Exception {
        String name = freshName();
        Hold before = client().lock(name).acquire();
        before.close();
        killLeader();
        Hold after = client().lock(name).tryAcquire(patience.presence()).orElseThrow();
        assertTrue(after.token() > before.token(), "the token did not grow: " + before.token() + ", then " + after.token());
        after.close();
    }

    @Test
    @Shows(Guarantee.G8)
    void waiterOutlivesTheLeader() throws Exception {
        String name = freshName();
        Hold held = client().lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquire();
        CompletableFuture<Hold> waiting = client().lock(name, LockOptions.defaults().withLease(LONG_LEASE)).acquireAsync();
        patience.until("somebody stands in line", () -> waiters(name) == 1);
        killLeader();
        held.closeAsync().exceptionally(lost -> null);
        patience.await("the wait is granted by the next leader", waiting).close();
        assertBecomesFree(name);
    }

    private void killLeader() {
        store().succession().orElseThrow().killLeader();
    }
}
