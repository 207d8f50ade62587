package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.tck.servers.RedisCluster;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisException;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;
import org.redisson.config.Protocol;

/** A backend on a Redisson client that the application has already: it is used, and left as it was. */
final class RedisBorrowedClientTest {
    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = Servers.redis();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void clientWorksOnAfterTheLocksAreClosedAndNothingOfOursIsLeft() throws Exception {
        RedissonClient redisson = Redisson.create(single(server));
        try {
            redisson.getBucket("theirs", StringCodec.INSTANCE).set("1");
            int before = Connections.of(server).size();
            try (LockClient one = locks(redisson); LockClient other = locks(redisson);
                    LockClient byUrl = LockClient.connect(server.url())) {
                Workout.run(one, other, "job");
                Workout.handOver(byUrl, one, "job");
                assertEquals("redisson:" + redisson.getId(), one.backend().address());
            }
            Eventually.until("our connections are closed", () -> Connections.of(server).size() <= before);
            assertFalse(redisson.isShutdown());
            assertEquals("1", redisson.getBucket("theirs", StringCodec.INSTANCE).get());
        } finally {
            redisson.shutdown();
        }
        Eventually.until("all connections are closed", () -> Connections.of(server).isEmpty());
    }

    @Test
    void clientMaySpeakTheNewerProtocol() throws Exception {
        RedissonClient redisson = Redisson.create(single(server).setProtocol(Protocol.RESP3));
        try (LockClient one = locks(redisson); LockClient other = locks(redisson)) {
            Workout.run(one, other, "job");
        } finally {
            redisson.shutdown();
        }
    }

    @Test
    void prefixAndReplicasAreThoseOfTheBuilder() throws Exception {
        RedissonClient redisson = Redisson.create(single(server));
        try (LockClient client = LockClient.builder().backend(RedisLockBackend.builder(redisson).prefix("ours").build()).build();
                Hold hold = client.lock("job").acquire()) {
            assertTrue(hold.isValid());
            assertFalse(server.command("KEYS", "ours:*:lock:job").isEmpty());
            assertThrows(LockConfigurationException.class, () -> RedisLockBackend.builder(redisson).prefix("a b"));
            assertThrows(IllegalArgumentException.class, () -> RedisLockBackend.builder(redisson).replicas(-1));
        } finally {
            redisson.shutdown();
        }
    }

    @Test
    void clusterIsRecognized() throws Exception {
        try (RedisCluster cluster = Servers.redisCluster(3)) {
            Config config = new Config();
            cluster.nodes().forEach(node -> config.useClusterServers().addNodeAddress(node.url()));
            RedissonClient redisson = Redisson.create(config);
            try (LockClient one = locks(redisson); LockClient other = LockClient.connect(cluster.url())) {
                for (int i = 0; i < 10; i++) {
                    Workout.handOver(one, other, "job:" + i);
                }
            } finally {
                redisson.shutdown();
            }
        }
    }

    /** The client is not ours to shut down, so what was opened on it has to be closed one by one. */
    @Test
    void refusalLeavesNothingOfOurs() {
        server.command("ACL", "SETUSER", "limited", "reset", "on", ">secret", "allkeys", "allchannels", "+@all", "-hset");
        RedissonClient redisson = Redisson.create(single(server).setUsername("limited").setPassword("secret"));
        try {
            int before = Connections.of(server).size();
            RedisException refused = assertThrows(RedisException.class, () -> locks(redisson));
            assertTrue(refused.getMessage().contains("hset"), refused.getMessage());
            Eventually.until("our connections are closed", () -> Connections.of(server).size() <= before);
        } finally {
            redisson.shutdown();
        }
    }

    @Test
    void clientMadeOtherwiseIsRefusedInWords() {
        RedissonClient other = (RedissonClient) Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {RedissonClient.class},
                (proxy, method, args) -> method.getName().equals("getConfig") ? single(server) : null);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> RedisLockBackend.builder(other).build());
        assertTrue(refused.getMessage().contains("Redisson.create"), refused.getMessage());
    }

    private static LockClient locks(RedissonClient redisson) {
        return LockClient.builder().backend(RedisLockBackend.builder(redisson).build()).build();
    }

    private static Config single(RedisServer server) {
        Config config = new Config();
        config.useSingleServer().setAddress(server.url()).setConnectionMinimumIdleSize(2).setConnectionPoolSize(4);
        return config;
    }
}
