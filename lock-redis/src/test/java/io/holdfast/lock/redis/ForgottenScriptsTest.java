package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server may forget scripts at any time: SCRIPT FLUSH, a restart, a fail-over. */
final class ForgottenScriptsTest {
    private RedisServer server;
    private LockClient one;
    private LockClient other;

    @BeforeEach
    void start() {
        server = Servers.redis();
        one = LockClient.connect(server.url());
        other = LockClient.connect(server.url());
    }

    @AfterEach
    void stop() {
        one.close();
        other.close();
        server.close();
    }

    @Test
    void heldAndAwaitedLocksGoOn() throws Exception {
        LockOptions options = LockOptions.defaults().withLease(Duration.ofSeconds(2));
        Hold held = one.lock("name", options).acquire();
        CompletableFuture<Hold> waiting = other.lock("name", options).acquireAsync();
        Eventually.until("the other waits", () -> one.inspect("name").waiters() == 1);
        long renewedFor = System.nanoTime() + Duration.ofSeconds(3).toNanos();
        while (System.nanoTime() - renewedFor < 0) {
            server.command("SCRIPT", "FLUSH");
            assertTrue(held.isValid(), "the renewal was lost with its script");
            assertFalse(waiting.isDone(), "two owners");
            Eventually.pause();
        }
        server.command("SCRIPT", "FLUSH");
        long first = held.token();
        held.close();
        try (Hold next = Eventually.get("the next in line", waiting)) {
            assertTrue(next.token() > first);
            server.command("SCRIPT", "FLUSH");
            assertTrue(one.lock("name", options).tryAcquire().isEmpty());
            server.command("SCRIPT", "FLUSH");
            assertEquals(next.token(), one.inspect("name").owner().orElseThrow().token());
        }
        server.command("SCRIPT", "FLUSH");
        assertFalse(one.forceRelease("name"));
    }
}
