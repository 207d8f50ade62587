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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many scripts and messages a lock costs. */
final class TrafficTest {
    private static final LockOptions LONG = LockOptions.defaults().withLease(Duration.ofSeconds(60));
    private static final int CLIENTS = 5;

    private RedisServer server;
    private final List<LockClient> clients = new ArrayList<>();

    @BeforeEach
    void start() {
        server = Servers.redis();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(LockClient.connect(server.url()));
        }
    }

    @AfterEach
    void stop() {
        clients.forEach(LockClient::close);
        server.close();
    }

    @Test
    void acquireAndReleaseAreOneScriptEach() throws Exception {
        use(0, "warm");
        Commands commands = Commands.countFromZero(server);
        for (int i = 0; i < 100; i++) {
            use(0, "name");
        }
        Eventually.until("the last release has arrived", () -> commands.scripts() >= 200);
        assertEquals(200, commands.calls("evalsha"));
        assertEquals(0, commands.calls("eval"));
        assertEquals(0, commands.calls("publish"));
    }

    @Test
    void releaseWakesOneWaiterByOneMessage() throws Exception {
        Hold held = clients.get(0).lock("name", LONG).acquire();
        List<CompletableFuture<Hold>> waiting = new ArrayList<>();
        for (int i = 1; i < CLIENTS; i++) {
            waiting.add(clients.get(i).lock("name", LONG).acquireAsync());
            int inLine = i;
            Eventually.until("one more waits", () -> clients.get(0).inspect("name").waiters() == inLine);
        }
        Commands commands = Commands.countFromZero(server);
        for (CompletableFuture<Hold> next : waiting) {
            held.close();
            held = Eventually.get("the next in line", next);
            assertEquals(waiting.indexOf(next) + 1, commands.calls("publish"), "messages so far");
            assertEquals(waiting.indexOf(next) + 1, waiting.stream().filter(CompletableFuture::isDone).count(), "woken so far");
        }
        held.close();
        Eventually.until("the lock is free", () -> !clients.get(0).inspect("name").isHeld());
        assertEquals(CLIENTS - 1, commands.calls("publish"));
    }

    /** Acquire, which stands in line, and release, which wakes the next: as many as without contention. */
    @Test
    void handOffCostsNoMoreThanAnAcquireAndARelease() throws Exception {
        use(0, "warm");
        int rounds = 50;
        Hold held = clients.get(0).lock("name", LONG).acquire();
        // The wait is seen in the line itself: inspect would be a script, too.
        Commands commands = Commands.countFromZero(server);
        long begin = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            CompletableFuture<Hold> next = clients.get((i + 1) % 2).lock("name", LONG).acquireAsync();
            Eventually.until("it waits", () -> !server.command("ZCARD", new Keyspace("holdfast").of("name").line()).equals("0"));
            held.close();
            held = Eventually.get("the next in line", next);
        }
        long looks = rounds * Duration.ofNanos(System.nanoTime() - begin).toSeconds() / 2;
        long scripts = commands.scripts();
        assertTrue(scripts >= 2 * rounds && scripts <= 2 * rounds + looks + 2, () -> scripts + " scripts in " + rounds + " hand-offs");
        assertEquals(rounds, commands.calls("publish"));
        held.close();
    }

    /** Sooner would be polling, later would be dead. */
    @Test
    void waitingClientAsksEveryTwoSeconds() throws Exception {
        Hold held = clients.get(0).lock("name", LONG).acquire();
        CompletableFuture<Hold> waiting = clients.get(1).lock("name", LONG).acquireAsync();
        Eventually.until("it waits", () -> clients.get(0).inspect("name").waiters() == 1);
        Commands commands = Commands.countFromZero(server);
        TimeUnit.MILLISECONDS.sleep(5_000);
        long asked = commands.calls("evalsha");
        assertTrue(asked >= 2 && asked <= 3, () -> "asked " + asked + " times in 5 s");
        held.close();
        Eventually.get("the lock", waiting).close();
    }

    private void use(int client, String name) throws Exception {
        clients.get(client).lock(name, LONG).acquire().close();
    }
}
