package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.tck.servers.RedisCluster;
import io.holdfast.lock.tck.servers.RedisSentinels;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How many connections a client has when it is settled: two to each server that has locks, and what it takes to know these. */
final class RedisConnectionsTest {
    private static final int NAMES = 1_000;

    @Test
    void twoToASingleServerWhateverIsHeldAndAwaited() throws Exception {
        try (RedisServer server = Servers.redis(); LockClient owner = LockClient.connect(server.url() + "?prefix=theirs")) {
            settle(server, 2);
            try (LockClient client = LockClient.connect(server.url() + "?prefix=theirs")) {
                List<Hold> theirs = new ArrayList<>();
                List<Hold> ours = new ArrayList<>();
                List<CompletableFuture<Hold>> awaited = new ArrayList<>();
                LockOptions renewedOften = client.defaultOptions().withLease(Duration.ofSeconds(3));
                for (int i = 0; i < NAMES; i++) {
                    theirs.add(owner.lock("awaited:" + i).acquire());
                    ours.add(client.lock("held:" + i, renewedOften).acquire());
                    awaited.add(client.lock("awaited:" + i).acquireAsync());
                }
                settle(server, 4);
                Commands commands = Commands.countFromZero(server);
                Eventually.until("all holds are renewed", () -> commands.calls("pexpire") > NAMES);
                settle(server, 4);
                theirs.forEach(Hold::close);
                for (CompletableFuture<Hold> each : awaited) {
                    Eventually.get("each waiter's turn", each).close();
                }
                assertTrue(ours.stream().allMatch(Hold::isValid));
            }
            settle(server, 2);
        }
    }

    /** WAIT holds up what comes behind it. */
    @Test
    void oneMoreWhereGrantsWaitForReplicas() throws Exception {
        try (RedisServer server = Servers.redis(); RedisServer replica = Servers.redis("replicaof 127.0.0.1 " + server.port())) {
            Eventually.until("the replica follows", () -> server.command("INFO", "replication").contains("state=online"));
            try (LockClient client = LockClient.connect(server.url() + "?replicas=1"); Hold hold = client.lock("job").acquire()) {
                settle(server, 3);
                settle(replica, 0);
                assertTrue(hold.isValid());
            }
            settle(server, 0);
        }
    }

    /** Redisson asks one sentinel after the other who is master, on a connection of its own, and keeps another to see that they live. */
    @Test
    void twoToTheMasterAndTwoToEachSentinel() throws Exception {
        try (RedisSentinels servers = Servers.redisSentinels()) {
            // A user of the servers that the sentinels do not know, and do not ask for.
            servers.servers().forEach(server -> server.command("ACL", "SETUSER", "app", "on", ">pw", "allkeys", "allchannels", "+@all"));
            String url = servers.url().replace("://", "://app:pw@");
            try (LockClient client = LockClient.connect(url); Hold hold = client.lock("job").acquire()) {
                RedisServer master = servers.master();
                for (RedisServer server : servers.servers()) {
                    settle(server, server == master ? 2 : 0);
                }
                servers.sentinels().forEach(sentinel -> settle(sentinel, 2));
                assertTrue(hold.isValid());
            }
            servers.servers().forEach(server -> settle(server, 0));
            servers.sentinels().forEach(sentinel -> settle(sentinel, 0));
        }
    }

    /** The third is Redisson's, to ask where the slots are. */
    @Test
    void threeToEachMasterOfACluster() throws Exception {
        try (RedisCluster cluster = Servers.redisCluster(3)) {
            try (LockClient client = LockClient.connect(cluster.url())) {
                for (int i = 0; i < 100; i++) {
                    client.lock("job:" + i).acquire().close();
                }
                cluster.nodes().forEach(node -> settle(node, 3));
            }
            cluster.nodes().forEach(node -> settle(node, 0));
        }
    }

    private static void settle(RedisServer server, int connections) {
        Eventually.until(connections + " connections to " + server, () -> Connections.of(server).size() <= connections);
        Eventually.never("more than " + connections + " connections to " + server, () -> Connections.of(server).size() > connections);
    }
}
