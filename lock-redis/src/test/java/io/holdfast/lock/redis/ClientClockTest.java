package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.FakeClock;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A client's wall clock jumps by an hour, both ways: nothing changes. The server's is right. */
final class ClientClockTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final List<Duration> JUMPS = List.of(HOUR, HOUR.multipliedBy(-2), HOUR);
    private static final Duration LEASE = Duration.ofSeconds(6);
    /** What a busy machine takes. */
    private static final Duration SLACK = Duration.ofSeconds(4);

    private RedisServer server;
    private FakeClock clock;
    private ClockedClient client;
    private LockClient other;

    @BeforeEach
    void start() throws IOException {
        server = Servers.redis();
        clock = new FakeClock();
        other = LockClient.connect(server.url());
        // With patience: a JVM that has just started on a busy machine may take seconds to read its first reply.
        client = ClockedClient.start(clock, server.url() + "?connect=20s&reply=20s", LEASE);
    }

    @AfterEach
    void stop() {
        other.close();
        client.close();
        clock.close();
        server.close();
    }

    /** Longer than the lease each time, so that it has to be renewed. */
    @Test
    void holdIsKept() throws Exception {
        client.acquire("name");
        for (Duration jump : JUMPS) {
            jump(jump);
            assertTrue(other.lock("name").tryAcquire(LEASE.plusSeconds(1)).isEmpty(), () -> "the lock was free after " + jump);
            assertTrue(client.holdsWithoutLoss("name"), () -> "lost after " + jump);
        }
        client.release("name");
        assertTrue(other.lock("name").tryAcquire().isPresent());
    }

    @Test
    void timeLimitIsKept() throws Exception {
        other.lock("name").acquire();
        Duration limit = Duration.ofSeconds(3);
        for (Duration jump : JUMPS) {
            long start = System.nanoTime();
            CompletableFuture<Duration> waiting = Eventually.async(() -> client.waitInVain("name", limit));
            awaitWaiter();
            clock.jump(jump);
            assertNear(limit, Eventually.get("the end of the wait", limit.plus(SLACK), waiting));
            assertNear(limit, Duration.ofNanos(System.nanoTime() - start));
        }
    }

    @Test
    void waiterIsServed() throws Exception {
        for (Duration jump : JUMPS) {
            Hold held = other.lock("name").acquire();
            CompletableFuture<Long> waiting = Eventually.async(() -> client.acquire("name"));
            awaitWaiter();
            clock.jump(jump);
            held.close();
            long token = Eventually.get("the lock", SLACK, waiting);
            assertTrue(token > held.token());
            assertTrue(client.holdsWithoutLoss("name"));
            client.release("name");
        }
    }

    private void jump(Duration by) {
        clock.jump(by);
        Duration ahead = Duration.between(Instant.now(), client.now());
        assertTrue(ahead.minus(clock.offset()).abs().compareTo(Duration.ofMinutes(1)) < 0, () -> "the client's clock is ahead by " + ahead);
    }

    private void awaitWaiter() {
        Eventually.until("the client waits", () -> other.inspect("name").waiters() == 1);
    }

    private static void assertNear(Duration expected, Duration actual) {
        assertTrue(actual.compareTo(expected) >= 0 && actual.compareTo(expected.plus(SLACK)) < 0,
                () -> actual + " in place of " + expected);
    }
}
