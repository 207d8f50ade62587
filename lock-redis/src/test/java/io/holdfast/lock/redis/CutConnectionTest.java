package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.tck.network.TcpProxy;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A connection is cut between the server's work and its reply, or before the server has heard of it (G11). Leases are a minute, so
 * what is left behind by mistake does not go away by itself.
 */
final class CutConnectionTest {
    private static final LockOptions LONG = LockOptions.defaults().withLease(Duration.ofSeconds(60));
    private static final LockOptions SHORT = LockOptions.defaults().withLease(Duration.ofSeconds(3));

    private RedisServer server;
    private TcpProxy proxy;
    private LockClient client;
    private LockClient other;
    private final List<Object> losses = new ArrayList<>();

    @BeforeEach
    void start() throws Exception {
        server = Servers.redis();
        proxy = TcpProxy.to(server.host(), server.port());
        client = LockClient.connect("redis://" + proxy.address());
        other = LockClient.connect(server.url());
        // The scripts are known to the server, so that requests can be told by their SHA.
        client.lock("warm", LONG).acquire().close();
        for (Script<?> script : List.of(Script.ACQUIRE, Script.RELEASE, Script.RENEW, Script.LOOK)) {
            assertEquals(script.sha(), server.command("SCRIPT", "LOAD", script.text()));
        }
    }

    @AfterEach
    void stop() {
        client.close();
        other.close();
        proxy.close();
        server.close();
    }

    @Test
    void acquireOfAFreeLockIsOneGrant() throws Exception {
        proxy.loseReplyTo(Script.ACQUIRE.sha());
        try (Hold hold = client.lock("name", LONG).acquire()) {
            assertCutAndConnectedAgain();
            assertHolds(hold);
            assertEquals(grantedOnce(), hold.token());
        }
        assertFree();
    }

    @Test
    void acquireThatNeverArrivedIsRepeated() throws Exception {
        proxy.loseRequest(Script.ACQUIRE.sha());
        try (Hold hold = client.lock("name", LONG).acquire()) {
            assertCutAndConnectedAgain();
            assertHolds(hold);
        }
        assertFree();
    }

    @Test
    void acquireThatWaitsStandsInLineOnce() throws Exception {
        Hold held = other.lock("name", LONG).acquire();
        proxy.loseReplyTo(Script.ACQUIRE.sha());
        CompletableFuture<Hold> waiting = client.lock("name", LONG).acquireAsync();
        Eventually.until("the reply was lost", this::hasCut);
        assertConnectedAgain();
        Eventually.until("it waits", () -> other.inspect("name").waiters() == 1);
        held.close();
        try (Hold hold = Eventually.get("its turn", waiting)) {
            assertHolds(hold);
        }
        assertFree();
    }

    @Test
    void questionThatIsRepeatedKeepsThePlaceInLine() throws Exception {
        Hold held = other.lock("name", LONG).acquire();
        CompletableFuture<Hold> waiting = client.lock("name", LONG).acquireAsync();
        Eventually.until("it waits", () -> other.inspect("name").waiters() == 1);
        String first = firstInLine();
        try (LockClient third = LockClient.connect(server.url())) {
            CompletableFuture<Hold> behind = third.lock("name", LONG).acquireAsync();
            Eventually.until("both wait", () -> other.inspect("name").waiters() == 2);
            proxy.loseReplyTo(Script.LOOK.sha());
            Eventually.until("the reply was lost", this::hasCut);
            Commands commands = Commands.countFromZero(server);
            Eventually.until("both have asked again", () -> {
                assertEquals(first, firstInLine());
                return commands.calls("evalsha") >= 3;
            });
            held.close();
            try (Hold hold = Eventually.get("its turn", waiting)) {
                assertHolds(hold);
                assertFalse(behind.isDone());
            }
            Eventually.get("the turn of the one behind", behind).close();
        }
        assertFree();
    }

    /** The server has granted it in the very step whose answer was lost. */
    @Test
    void lookThatFindsTheLockFreeIsOneGrant() throws Exception {
        String lock = new Keyspace("holdfast").of("name").lock();
        server.command("HSET", lock, "id", "somebody", "token", "1", "since", "1.0", "ticket", "1 PUBLISH a b client host 1 thread ");
        CompletableFuture<Hold> waiting = client.lock("name", LONG).acquireAsync();
        Eventually.until("it waits", () -> other.inspect("name").waiters() == 1);
        proxy.loseReplyTo(Script.LOOK.sha());
        server.command("DEL", lock);
        try (Hold hold = Eventually.get("the lock", waiting)) {
            assertCutAndConnectedAgain();
            assertHolds(hold);
            assertEquals(grantedOnce(), hold.token());
        }
        assertFree();
    }

    @Test
    void renewalIsRepeatedAndTheHoldStaysValid() throws Exception {
        renewalSurvives(() -> proxy.loseReplyTo(Script.RENEW.sha()));
    }

    @Test
    void renewalThatNeverArrivedIsRepeatedAndTheHoldStaysValid() throws Exception {
        renewalSurvives(() -> proxy.loseRequest(Script.RENEW.sha()));
    }

    private void renewalSurvives(Runnable cut) throws Exception {
        try (Hold hold = client.lock("name", SHORT).acquire()) {
            hold.onLost(losses::add);
            long token = hold.token();
            cut.run();
            Eventually.until("a renewal was cut", this::hasCut);
            // Longer than the lease: it lives because it was renewed after the cut.
            long end = System.nanoTime() + Duration.ofMillis(3_500).toNanos();
            while (System.nanoTime() - end < 0) {
                assertTrue(hold.isValid());
                assertEquals(Optional.empty(), other.lock("name", SHORT).tryAcquire());
                Eventually.pause();
            }
            assertConnectedAgain();
            assertEquals(token, hold.token());
            assertHolds(hold);
        }
        assertEquals(List.of(), losses);
        assertFree();
    }

    @Test
    void releaseIsNotDoneTwice() throws Exception {
        Hold hold = client.lock("name", LONG).acquire();
        hold.onLost(losses::add);
        CompletableFuture<Hold> waiting = other.lock("name", LONG).acquireAsync();
        Eventually.until("the other waits", () -> other.inspect("name").waiters() == 1);
        proxy.loseReplyTo(Script.RELEASE.sha());
        CompletableFuture<Void> closed = hold.closeAsync();
        try (Hold next = Eventually.get("the next in line", waiting)) {
            Eventually.get("the release is confirmed", closed);
            assertCutAndConnectedAgain();
            assertHolds(next);
        }
        assertEquals(List.of(), losses);
        assertFree();
    }

    @Test
    void releaseThatNeverArrivedIsRepeated() throws Exception {
        Hold hold = client.lock("name", LONG).acquire();
        proxy.loseRequest(Script.RELEASE.sha());
        Eventually.get("the release is confirmed", hold.closeAsync());
        assertCutAndConnectedAgain();
        assertFree();
    }

    @Test
    void withdrawalLeavesNothingInLine() throws Exception {
        withdrawalSurvives(() -> proxy.loseReplyTo(Script.RELEASE.sha()));
    }

    @Test
    void withdrawalThatNeverArrivedIsRepeated() throws Exception {
        withdrawalSurvives(() -> proxy.loseRequest(Script.RELEASE.sha()));
    }

    private void withdrawalSurvives(Runnable cut) throws Exception {
        Hold held = other.lock("name", LONG).acquire();
        cut.run();
        assertEquals(Optional.empty(), client.lock("name", LONG).tryAcquire(Duration.ofMillis(100)));
        Eventually.until("it has left the line", () -> hasCut() && other.inspect("name").waiters() == 0);
        assertConnectedAgain();
        assertHolds(held);
        held.close();
        assertFree();
    }

    /** The reply that was lost had put it in line; it must not win later (G10). */
    @Test
    void waiterThatGaveUpDuringTheCutNeverGetsTheLock() throws Exception {
        Hold held = other.lock("name", LONG).acquire();
        proxy.loseReplyTo(Script.ACQUIRE.sha());
        CompletableFuture<Optional<Hold>> waiting = client.lock("name", LONG).tryAcquireAsync(Duration.ofMillis(50));
        Eventually.until("the reply was lost", this::hasCut);
        try {
            assertEquals(Optional.empty(), Eventually.get("the end of the wait", waiting));
        } catch (LockBackendException unknown) {
            // It may not have heard yet that another holds the lock.
        }
        Eventually.until("it has left the line", () -> other.inspect("name").waiters() == 0);
        held.close();
        assertFree();
    }

    private String firstInLine() {
        return server.command("ZRANGE", new Keyspace("holdfast").of("name").line(), "0", "0");
    }

    private void assertHolds(Hold hold) {
        assertTrue(hold.isValid());
        assertEquals(hold.token(), other.inspect("name").owner().orElseThrow().token());
    }

    /** Without a second grant the mark is that of the first. */
    private long grantedOnce() {
        return Long.parseLong(server.command("GET", new Keyspace("holdfast").of("name").mark())) << 6;
    }

    private boolean hasCut() {
        return !proxy.isArmed();
    }

    private void assertCutAndConnectedAgain() {
        assertTrue(hasCut(), "the connection was cut");
        assertConnectedAgain();
    }

    private void assertConnectedAgain() {
        Eventually.until("it is connected again", () -> {
            try {
                return !client.inspect("warm").isHeld();
            } catch (LockBackendException notYet) {
                return false;
            }
        });
    }

    private void assertFree() throws Exception {
        Eventually.until("it is free", () -> !other.inspect("name").isHeld());
        Eventually.never("somebody gets the lock", () -> other.inspect("name").isHeld() || other.inspect("name").waiters() > 0);
        other.lock("name", LONG).tryAcquire().orElseThrow().close();
    }
}
