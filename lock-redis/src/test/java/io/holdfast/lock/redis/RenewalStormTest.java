package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What renewal costs depends on holds alone, and none is lost (lesson 24). With {@code -Dholdfast.redis.storm.seconds=60} and
 * {@code -Dholdfast.redis.storm.lease=30} it is what Redisson was measured with.
 */
final class RenewalStormTest {
    private static final int CYCLES = 5_000;
    private static final int HOLDS = 10_000;
    private static final int COMMANDS_PER_TICK = 200;

    private final long seconds = Long.getLong("holdfast.redis.storm.seconds", 12);
    private final Duration lease = Duration.ofSeconds(Long.getLong("holdfast.redis.storm.lease", 6));

    @Test
    void quickCyclesLeaveNothingToRenewAndNoHoldIsLost() throws Exception {
        LockOptions options = LockOptions.defaults().withLease(lease);
        try (RedisServer server = Servers.redis(); LockClient client = LockClient.builder().url(server.url()).options(options).build()) {
            cycle(client);
            AtomicInteger lost = new AtomicInteger();
            List<Hold> holds = hold(client, lost);

            Commands commands = Commands.countFromZero(server);
            TimeUnit.SECONDS.sleep(seconds);
            long asked = commands.calls("evalsha");

            assertEquals(0, lost.get(), "lost");
            assertTrue(holds.stream().allMatch(Hold::isValid), "all are valid");
            assertEquals(HOLDS, Residue.of(List.of(server)), "locks on the server");
            long ticks = seconds * 1_000 / (lease.toMillis() / 3) + 1;
            assertTrue(asked >= (ticks - 2) * HOLDS / 500, () -> asked + " scripts can't have renewed all in " + ticks + " ticks");
            assertTrue(asked <= ticks * COMMANDS_PER_TICK, () -> asked + " scripts in " + ticks + " ticks");
            assertEquals(HOLDS, holds.stream().map(Hold::closeAsync).toList().stream().filter(closed -> closed.join() == null).count());
        }
    }

    /** Ten at a time. */
    private static void cycle(LockClient client) throws Exception {
        for (int i = 0; i < CYCLES / 10; i++) {
            CompletableFuture<?>[] cycles = IntStream.range(0, 10).mapToObj(name -> client.lock("cycle " + name).acquireAsync()
                    .thenCompose(Hold::closeAsync)).toArray(CompletableFuture<?>[]::new);
            Eventually.get("ten cycles", CompletableFuture.allOf(cycles));
        }
    }

    private static List<Hold> hold(LockClient client, AtomicInteger lost) throws Exception {
        List<CompletableFuture<Hold>> holds = new ArrayList<>();
        for (int i = 0; i < HOLDS; i++) {
            holds.add(client.lock("held " + i).acquireAsync());
        }
        Eventually.get("all holds", CompletableFuture.allOf(holds.toArray(CompletableFuture<?>[]::new)));
        List<Hold> held = holds.stream().map(CompletableFuture::join).toList();
        held.forEach(hold -> hold.onLost(reason -> lost.incrementAndGet()));
        return held;
    }
}
