package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.LossReason;
import io.holdfast.lock.tck.servers.RedisSentinels;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a fail-over keeps, and what it can lose. Redis replicates after it has answered, so a grant that the master has told and no
 * replica has heard of dies with the master: the next one gives the same lock to somebody else while the first owner believes in it,
 * until its next renewal. The fencing token is what protects the resource meanwhile; the option {@code replicas} makes the gap smaller
 * (see {@link RedisReplicasTest}), and nothing on Redis closes it.
 */
final class RedisFailOverTest {
    private RedisSentinels servers;
    private RedisServer master;
    private LockClient one;
    private LockClient other;

    @BeforeEach
    void start() {
        servers = Servers.redisSentinels(Duration.ofSeconds(1));
        master = servers.master();
        one = LockClient.connect(servers.url() + "?reply=1s");
        other = LockClient.connect(servers.url() + "?reply=1s");
    }

    @AfterEach
    void stop() {
        one.close();
        other.close();
        servers.close();
    }

    @Test
    void replicatedHoldAndWaitOutliveTheMaster() throws Exception {
        CompletableFuture<LossReason> lost = new CompletableFuture<>();
        Hold hold = one.lock("job", lease(30)).acquire();
        hold.onLost(lost::complete);
        CompletableFuture<Hold> waiting = Eventually.async(() -> other.lock("job").acquire());
        Workout.awaitInLine(one, "job");
        awaitReplication();
        master.kill();
        servers.awaitNewMaster(master);

        assertFalse(other.lock("job").tryAcquire().isPresent());
        assertEquals(hold.token(), one.inspect("job").owner().orElseThrow().token());
        assertTrue(hold.isValid() && !lost.isDone() && !waiting.isDone());
        hold.close();
        try (Hold next = Eventually.get("the waiter's turn", waiting)) {
            assertTrue(next.token() > hold.token());
        }
        assertFalse(lost.isDone());
    }

    @Test
    void holdIsRenewedOnTheNewMaster() throws Exception {
        try (Hold hold = one.lock("job", lease(12)).acquire()) {
            awaitReplication();
            master.kill();
            RedisServer next = servers.awaitNewMaster(master);
            Eventually.until("the lease is whole again", () -> leaseLeft(next) > 10_000);
            assertTrue(hold.isValid());
        }
    }

    /**
     * A master that hung is one for a moment longer when it goes on. Nobody asks it any more who has heard of the new one, which takes
     * a client up to a second; who has not may still take or give back a lock there, to no effect.
     */
    @Test
    void masterThatComesBackIsNotAsked() throws Exception {
        Hold hold = one.lock("job", lease(30)).acquire();
        awaitReplication();
        master.pause();
        RedisServer next = servers.awaitNewMaster(master);
        Eventually.until("both have heard of the new master", () -> isAnswered(one) && isAnswered(other));
        assertFalse(other.lock("job").tryAcquire().isPresent());
        master.resume();
        hold.close();
        try (Hold second = other.lock("job").acquire()) {
            assertTrue(second.token() > hold.token());
            assertFalse(one.lock("job").tryAcquire().isPresent());
            assertTrue(leaseLeft(next) > 0);
        }
    }

    /** The documented loss. */
    @Test
    void grantThatWasNotReplicatedIsLostAndTheTokenProtectsTheResource() throws Exception {
        FencedResource resource = new FencedResource();
        cutOffReplicas();
        CompletableFuture<LossReason> lost = new CompletableFuture<>();
        Hold first = one.lock("job", lease(12)).acquire();
        first.onLost(lost::complete);
        assertTrue(resource.write("of the first owner", first.token()));
        master.kill();
        replicas().forEach(RedisServer::resume);
        servers.awaitNewMaster(master);

        Hold second = other.lock("job").acquire();
        assertTrue(second.token() > first.token(), "tokens grow over the loss of the grant they were part of");
        assertTrue(resource.write("of the second owner", second.token()));
        assertFalse(resource.write("late, of the first owner", first.token()));
        assertEquals(List.of("of the first owner", "of the second owner"), resource.accepted());

        assertEquals(LossReason.REVOKED, Eventually.get("the first owner is told at its next renewal", lost));
        assertFalse(first.isValid());
        assertTrue(second.isValid());
        second.close();
    }

    private static boolean isAnswered(LockClient client) {
        try {
            return client.inspect("job").isHeld();
        } catch (LockBackendException notYet) {
            return false;
        }
    }

    /** Stopped, they do not come back; and what the master had sent them already would still be in their sockets otherwise. */
    private void cutOffReplicas() {
        awaitReplication();
        replicas().forEach(RedisServer::pause);
        master.command("CLIENT", "KILL", "TYPE", "replica");
        Eventually.until("no replica is linked", () -> master.command("INFO", "replication").contains("connected_slaves:0"));
    }

    private List<RedisServer> replicas() {
        return servers.servers().stream().filter(server -> server != master).toList();
    }

    /** What was written so far is on both. Not WAIT: that counts what its own connection has written. */
    private void awaitReplication() {
        String written = offset(master, "master_repl_offset");
        replicas().forEach(replica -> Eventually.until("the replica has caught up",
                () -> Long.parseLong(offset(replica, "slave_repl_offset")) >= Long.parseLong(written)));
    }

    private static String offset(RedisServer server, String name) {
        return server.command("INFO", "replication").lines().filter(line -> line.startsWith(name + ":")).findFirst().orElseThrow()
                .substring(name.length() + 1).strip();
    }

    private static long leaseLeft(RedisServer server) {
        return server.command("KEYS", "*:lock:job").lines().mapToLong(key -> Long.parseLong(server.command("PTTL", key))).max().orElse(-2);
    }

    private static LockOptions lease(int seconds) {
        return LockOptions.defaults().withLease(Duration.ofSeconds(seconds));
    }
}
