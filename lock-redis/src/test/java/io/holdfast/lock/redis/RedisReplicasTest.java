package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The option {@code replicas}: a grant counts when so many have it. */
final class RedisReplicasTest {
    /** Replicas have a second; the rest is for a busy machine. */
    private static final Duration BOUND = Duration.ofSeconds(5);

    private RedisServer master;
    private RedisServer replica;
    private LockClient client;
    private LockClient other;
    private Commands commands;

    @BeforeEach
    void start() {
        master = Servers.redis();
        replica = Servers.redis("replicaof 127.0.0.1 " + master.port());
        Eventually.until("the replica follows", () -> master.command("INFO", "replication").contains("state=online"));
        client = LockClient.connect(master.url() + "?replicas=1");
        other = LockClient.connect(master.url() + "?replicas=1");
        commands = Commands.countFromZero(master);
    }

    @AfterEach
    void stop() {
        replica.resume();
        client.close();
        other.close();
        replica.close();
        master.close();
    }

    @Test
    void grantIsOnTheReplicaWhenItIsTold() throws Exception {
        client.lock("job").acquire().close();
        commands = Commands.countFromZero(master);
        try (Hold hold = client.lock("job").acquire()) {
            assertFalse(replica.command("KEYS", "*:lock:job").isEmpty(), "the replica has the grant");
            assertEquals(1, waits());
            assertTrue(hold.isValid());
        }
        assertEquals(1, waits(), "release does not wait");
    }

    @Test
    void grantThatIsPushedWaitsForReplicasToo() throws Exception {
        Workout.handOver(client, other, "job");
        // The first client's, the other's refusal, its place in line, and its grant.
        assertTrue(waits() >= 3, () -> "WAIT was sent " + waits() + " times");
    }

    @Test
    void grantThatNoReplicaConfirmsIsTakenBackAndTold() throws Exception {
        Hold held = client.lock("held").acquire();
        replica.pause();
        long start = System.nanoTime();
        Complaint.of(LockBackendException.class, () -> client.lock("job").acquire()).about("job", master.url())
                .says("0 of 1 replicas confirmed");
        assertTrue(System.nanoTime() - start < BOUND.toNanos(), "within a bounded time");
        assertEquals("", master.command("KEYS", "*:lock:job"), "the lock is not left behind");

        start = System.nanoTime();
        held.close();
        assertTrue(System.nanoTime() - start < Duration.ofMillis(900).toNanos(), "release does not wait");
        assertEquals("", master.command("KEYS", "*:lock:*"));

        replica.resume();
        client.lock("job").acquire().close();
    }

    @Test
    void grantThatIsPushedAndNoReplicaConfirmsIsTakenBackAndTold() throws Exception {
        Hold held = client.lock("job").acquire();
        CompletableFuture<Hold> waiting = other.lock("job").acquireAsync();
        Workout.awaitInLine(client, "job");
        replica.pause();
        held.close();
        Complaint.of(LockBackendException.class, () -> Eventually.get("the waiter is told", waiting)).about("job", master.url())
                .says("0 of 1 replicas confirmed");
        Eventually.until("the lock is not left behind", () -> master.command("KEYS", "*:lock:job").isEmpty());
    }

    @Test
    void fewerReplicasThanAskedForAreCounted() {
        try (LockClient demanding = LockClient.connect(master.url() + "?replicas=2")) {
            Complaint.of(LockBackendException.class, () -> demanding.lock("job").tryAcquire()).about("job", master.url())
                    .says("1 of 2 replicas confirmed");
        }
    }

    /** Renewals and releases have a connection on which nobody waits for replicas. */
    @Test
    void holdsAreRenewedWhileOthersWaitForReplicas() throws Exception {
        var options = client.defaultOptions().withLease(Duration.ofMillis(1500));
        try (Hold hold = client.lock("held", options).acquire()) {
            replica.pause();
            List<CompletableFuture<Hold>> hopeless =
                    List.of("a", "b", "c").stream().map(name -> client.lock(name).acquireAsync()).toList();
            for (CompletableFuture<Hold> each : hopeless) {
                Complaint.of(LockBackendException.class, () -> Eventually.get("the caller is told", each));
            }
            assertTrue(hold.isValid());
        }
    }

    private long waits() {
        return commands.calls("wait");
    }
}
