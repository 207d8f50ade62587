package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** One client waits for 10,000 names with default settings: Redisson's pool is exhausted by 250 (lesson 5). */
final class ManyNamesTest {
    private static final int NAMES = 10_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Test
    void areAwaitedOnOneSubscriptionAndAllGranted() throws Exception {
        try (RedisServer server = Servers.redis();
                LockClient owner = LockClient.connect(server.url());
                LockClient other = LockClient.connect(server.url())) {
            List<Hold> held = all(acquire(owner));
            List<CompletableFuture<Hold>> waiting = acquire(other);
            // A lock and a line for each; the rest are marks and the client's signs of life.
            Eventually.until("all wait", LIMIT, () -> keys(server) >= 2 * NAMES);
            assertEquals(NAMES, lines(server));
            assertEquals(2, Connections.channels(server), "one for each client");
            // Commands and messages; Redisson closes the one with which it has looked at the server after ten seconds.
            int connections = Connections.of(server).size();
            assertTrue(connections >= 4 && connections <= 6, () -> connections + " connections of two clients");
            assertEquals(0, waiting.stream().filter(CompletableFuture::isDone).count(), "granted while held by another");
            assertAskedForTogether(server);

            Commands commands = Commands.countFromZero(server);
            waiting.forEach(each -> each.thenAccept(Hold::closeAsync));
            held.forEach(Hold::closeAsync);
            all(waiting);
            assertTrue(commands.calls("publish") <= NAMES, () -> commands.calls("publish") + " messages");
            Eventually.until("no lock and no line is left", LIMIT, () -> keys(server) <= 2 * Keyspace.BUCKETS);
        }
    }

    /** They came over some time; who is due within 20 ms, up to 200, is asked for in one script, every two seconds. */
    private static void assertAskedForTogether(RedisServer server) {
        Commands commands = Commands.countFromZero(server);
        long start = System.nanoTime();
        Eventually.until("all were asked for", LIMIT, () -> commands.calls("evalsha") >= NAMES / 200);
        long asked = commands.calls("evalsha");
        long rounds = 1 + Duration.ofNanos(System.nanoTime() - start).toSeconds();
        assertTrue(asked <= NAMES / 20 * rounds, () -> "asked " + asked + " times for " + NAMES + " names in " + rounds + " s");
        assertEquals(NAMES, lines(server), "they still wait");
    }

    private static List<CompletableFuture<Hold>> acquire(LockClient client) {
        List<CompletableFuture<Hold>> holds = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            holds.add(client.lock("name " + i).acquireAsync());
        }
        return holds;
    }

    private static List<Hold> all(List<CompletableFuture<Hold>> holds) throws Exception {
        Eventually.get("all holds", LIMIT, CompletableFuture.allOf(holds.toArray(CompletableFuture<?>[]::new)));
        return holds.stream().map(CompletableFuture::join).toList();
    }

    private static long keys(RedisServer server) {
        return Long.parseLong(server.command("DBSIZE"));
    }

    private static long lines(RedisServer server) {
        return Residue.keys(server).stream().filter(key -> key.contains("}:line:")).count();
    }
}
