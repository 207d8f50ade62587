package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** A client that was closed has left: no thread here, no connection and no key there (G12). */
final class CloseTest {
    private RedisServer server;

    @BeforeEach
    void start() {
        assertNothingLeft();
        server = Servers.redis();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void afterUse() throws Exception {
        try (LockClient client = LockClient.connect(server.url())) {
            client.lock("name").acquire().close();
        }
        assertNothingLeft();
        assertNoConnection();
    }

    @Test
    void withLocksHeldAndAwaited() throws Exception {
        LockOptions options = LockOptions.defaults().withLease(Duration.ofSeconds(60));
        LockClient client = LockClient.connect(server.url());
        CompletableFuture<Hold> waiting;
        try (LockClient other = LockClient.connect(server.url())) {
            client.lock("held", options).acquire();
            other.lock("other", options).acquire();
            waiting = client.lock("other", options).acquireAsync();
            Eventually.until("it waits", () -> other.inspect("other").waiters() == 1);
            client.close();
            Eventually.until("the line is empty", () -> other.inspect("other").waiters() == 0);
            assertFalse(other.inspect("held").isHeld());
        }
        assertThrows(Exception.class, () -> Eventually.get("the end of the wait", waiting));
        assertNothingLeft();
        assertNoConnection();
        Eventually.until("no key is left", () -> Residue.of(List.of(server)) == 0);
    }

    @Test
    void whileTheServerIsGone() throws Exception {
        LockClient client = impatientClient();
        client.lock("name").acquire();
        server.kill();
        client.close();
        assertNothingLeft();
    }

    @Test
    void whileTheServerHangs() throws Exception {
        LockClient client = impatientClient();
        client.lock("name").acquire();
        server.pause();
        client.close();
        assertNothingLeft();
        server.resume();
        assertNoConnection();
    }

    @Test
    void afterFailedOpens() {
        String url = server.url() + "?connect=1s";
        server.kill();
        for (int i = 0; i < 3; i++) {
            assertThrows(LockBackendException.class, () -> LockClient.connect(url));
        }
        assertNothingLeft();
    }

    /** The user's Redisson keeps its threads and connections, and loses ours. */
    @Test
    void ofABackendOnTheUsersRedisson() throws Exception {
        Config config = new Config();
        config.useSingleServer().setAddress(server.url()).setConnectionMinimumIdleSize(1);
        RedissonClient redisson = Redisson.create(config);
        try {
            redisson.getBucket("mine").set("1");
            int before = Connections.of(server).size();
            try (LockClient client = LockClient.builder().backend(RedisLockBackend.builder(redisson).build()).build()) {
                client.lock("name").acquire().close();
                assertEquals(before + 2, Connections.of(server).size());
            }
            Eventually.until("ours are gone", () -> Connections.of(server).size() == before);
            assertEquals("1", redisson.getBucket("mine").get());
        } finally {
            redisson.shutdown();
        }
    }

    private LockClient impatientClient() {
        return LockClient.builder().url(server.url()).answerLimit(Duration.ofSeconds(1)).build();
    }

    private void assertNoConnection() {
        Eventually.until("no connection is left", () -> Connections.of(server).isEmpty());
    }

    private static void assertNothingLeft() {
        Eventually.until("no thread is left", () -> threads().isEmpty());
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream().map(Thread::getName)
                .filter(name -> name.startsWith("holdfast") || name.startsWith("redisson")).toList();
    }
}
