package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.LossReason;
import io.holdfast.lock.tck.servers.RedisCluster;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Three masters: locks on all of them, one that dies and comes back, and slots that move while locks in them are held and awaited. */
final class RedisClusterTest {
    /** Less than the two seconds after which a waiter asks by itself. */
    private static final Duration PUSHED = Duration.ofMillis(1500);

    private static RedisCluster cluster;
    private LockClient one;
    private LockClient other;

    @BeforeAll
    static void start() {
        cluster = Servers.redisCluster(3);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void connect() {
        one = LockClient.connect(cluster.url());
        other = LockClient.connect(cluster.url());
    }

    @AfterEach
    void disconnect() {
        one.close();
        other.close();
    }

    @Test
    void locksAreSpreadOverAllMasters() throws Exception {
        List<String> names = IntStream.range(0, 300).mapToObj(i -> "order:" + i).toList();
        List<Hold> holds = new ArrayList<>();
        for (String name : names) {
            holds.add(one.lock(name).acquire());
        }
        for (String name : names) {
            assertFalse(other.lock(name).tryAcquire().isPresent(), name);
        }
        for (RedisServer node : cluster.nodes()) {
            long locks = Residue.keys(node).stream().filter(key -> key.contains("}:lock:")).count();
            assertTrue(locks > 50, () -> locks + " of 300 locks on " + node);
        }
        holds.forEach(Hold::close);
    }

    @Test
    void handOverIsPushedInEveryBucketFromTheFirstTimeOn() throws Exception {
        for (int i = 0; i < 100; i++) {
            String name = "job:" + i;
            Hold hold = one.lock(name).acquire();
            CompletableFuture<Hold> waiting = other.lock(name).acquireAsync();
            if (i % 2 == 0) {
                Workout.awaitInLine(one, name);
            }
            assertPushed(hold, waiting);
        }
    }

    @Test
    void masterThatComesBackWithoutItsDataIsUsedAgain() throws Exception {
        MovingSlot slot = MovingSlot.of("lost", cluster);
        RedisServer dying = slot.owner();
        String elsewhere = IntStream.iterate(0, i -> i + 1).mapToObj(i -> "kept:" + i)
                .filter(name -> MovingSlot.of(name, cluster).owner() != dying).findFirst().orElseThrow();
        CompletableFuture<LossReason> lost = new CompletableFuture<>();
        Hold onDying = one.lock("lost", lease(6)).acquire();
        onDying.onLost(lost::complete);
        try (Hold kept = one.lock(elsewhere, lease(6)).acquire(); LockClient patient = LockClient.connect(cluster.url() + "?answer=20s")) {
            dying.kill();
            assertFalse(other.lock(elsewhere).tryAcquire().isPresent(), "the others serve");
            CompletableFuture<Hold> waiting = Eventually.async(() -> patient.lock("lost").acquire());
            Eventually.never("a grant of a master that is away", waiting::isDone);
            dying.start();
            cluster.awaitReady();
            Hold next = Eventually.get("the lock on the empty master", waiting);
            assertTrue(next.token() > onDying.token());
            assertEquals(LossReason.REVOKED, Eventually.get("the owner of before is told", lost));
            assertTrue(kept.isValid());
            next.close();
            Workout.handOver(one, other, "lost");
        }
    }

    @Test
    void holdAndWaitFollowTheirSlot() throws Exception {
        MovingSlot slot = MovingSlot.of("job", cluster);
        Hold hold = one.lock("job", lease(3)).acquire();
        CompletableFuture<Hold> waiting = other.lock("job").acquireAsync();
        Workout.awaitInLine(one, "job");

        RedisServer next = slot.another();
        slot.moveTo(next);
        Eventually.until("the waiter listens on the other master", () -> listeners(next, "job") > 0);
        Commands commands = Commands.countFromZero(next);
        Eventually.until("the hold is renewed on the other master", () -> commands.calls("pexpire") > 0);
        assertTrue(hold.isValid() && !waiting.isDone());
        assertPushed(hold, waiting);
        assertTrue(commands.calls("spublish") > 0);
    }

    /** Redisson looks for changes once a second. Nobody has to wait for that: the server says where the slot is. */
    @Test
    void questionsFollowASlotAtOnce() throws Exception {
        MovingSlot slot = MovingSlot.of("job", cluster);
        try (Hold hold = one.lock("job").acquire()) {
            for (int i = 0; i < 5; i++) {
                slot.moveTo(slot.another());
                assertTrue(other.inspect("job").isHeld());
                assertFalse(other.lock("job").tryAcquire(Duration.ofMillis(500)).isPresent());
            }
            assertTrue(hold.isValid());
        }
    }

    /** The server ends subscriptions to a slot that moves away; nobody must believe in them when it comes back. */
    @Test
    void waitIsPushedInASlotThatWentAndCameBack() throws Exception {
        MovingSlot slot = MovingSlot.of("job", cluster);
        RedisServer first = slot.owner();
        Hold hold = one.lock("job").acquire();
        CompletableFuture<Hold> waiting = other.lock("job").acquireAsync();
        Workout.awaitInLine(one, "job");
        RedisServer next = slot.another();
        slot.moveTo(next);
        Eventually.until("the waiter listens there", () -> listeners(next, "job") > 0);
        slot.moveTo(first);
        Eventually.until("the waiter listens here again", () -> listeners(first, "job") > 0);
        assertPushed(hold, waiting);
    }

    /** The connection on which the server of before sent its messages must not be mended with a channel that is elsewhere now. */
    @Test
    void otherWaitsAreHeardAfterASlotMovedAwayAndTheConnectionBroke() throws Exception {
        MovingSlot slot = MovingSlot.of("job", cluster);
        RedisServer first = slot.owner();
        String neighbour = IntStream.iterate(0, i -> i + 1).mapToObj(i -> "neighbour:" + i)
                .filter(name -> isNeighbour(name, first)).findFirst().orElseThrow();
        Workout.handOver(one, other, "job");
        Hold hold = one.lock(neighbour).acquire();
        CompletableFuture<Hold> waiting = other.lock(neighbour).acquireAsync();
        Workout.awaitInLine(one, neighbour);
        slot.moveTo(slot.another());
        first.command("CLIENT", "KILL", "TYPE", "pubsub");
        Eventually.until("the waiter listens again", () -> listeners(first, neighbour) > 0);
        assertPushed(hold, waiting);
        Workout.handOver(one, other, "job");
    }

    private static boolean isNeighbour(String name, RedisServer owner) {
        Keyspace keys = new Keyspace(RedisSettings.DEFAULT_PREFIX);
        return MovingSlot.of(name, cluster).owner() == owner && keys.of(name).bucket() != keys.of("job").bucket();
    }

    private static void assertPushed(Hold hold, CompletableFuture<Hold> waiting) throws Exception {
        long start = System.nanoTime();
        hold.close();
        try (Hold next = Eventually.get("the waiter's turn", waiting)) {
            long took = System.nanoTime() - start;
            assertTrue(took < PUSHED.toNanos(), () -> "by message, not by asking: " + Duration.ofNanos(took));
            assertTrue(next.token() > hold.token());
        }
    }

    /** How many listen on this node for the names of the bucket that this name is in. */
    private static long listeners(RedisServer node, String name) {
        String tag = "{" + Keyspace.tag(new Keyspace(RedisSettings.DEFAULT_PREFIX).of(name).bucket()) + "}";
        return node.command("PUBSUB", "SHARDCHANNELS").lines().filter(channel -> channel.contains(tag)).count();
    }

    private static LockOptions lease(int seconds) {
        return LockOptions.defaults().withLease(Duration.ofSeconds(seconds));
    }
}
