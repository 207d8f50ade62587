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

/** What those in line do to those behind them when they die, or can't hear. All leases are a minute. */
final class DeadWaiterTest {
    private static final LockOptions LONG = LockOptions.defaults().withLease(Duration.ofSeconds(60));
    /** Five seconds of probation, and the time until somebody looks. */
    private static final Duration PROBATION_AND_MORE = Duration.ofSeconds(9);
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private RedisServer server;
    private LockClient owner;
    private LockClient other;
    private FakeWaiter fake;
    private Hold held;

    @BeforeEach
    void start() throws Exception {
        server = Servers.redis();
        owner = LockClient.connect(server.url());
        other = LockClient.connect(server.url());
        fake = new FakeWaiter(server, "name");
        held = owner.lock("name", LONG).acquire();
    }

    @AfterEach
    void stop() {
        fake.close();
        other.close();
        owner.close();
        server.close();
    }

    /** It still seemed to listen, so it was granted the lock; nobody will ever renew or release that grant. */
    @Test
    void grantToAClientThatDiedIsTakenBackAfterTheProbation() throws Exception {
        fake.listen();
        fake.ask();
        CompletableFuture<Hold> real = waitBehind();
        held.close();
        assertTrue(fake.message().startsWith("granted " + fake.id()));
        assertTrue(fake.hasTheLock());
        assertFalse(real.isDone());
        Eventually.get("the lock", PROBATION_AND_MORE, real).close();
    }

    /** Whoever is only slow keeps the grant by asking once. */
    @Test
    void grantIsWholeOnceItsOwnerHasAskedForIt() throws Exception {
        fake.listen();
        fake.ask();
        held.close();
        String[] message = fake.message().split(" ");
        assertEquals(message[2], Long.toString(fake.ask()), "token");
        long left = other.inspect("name").owner().orElseThrow().leaseLeft().toMillis();
        assertTrue(left > 50_000, () -> "left of the lease: " + left + " ms");
    }

    @Test
    void clientThatHasNotAskedForLongIsTakenOutOfTheLine() throws Exception {
        fake.listen();
        fake.ask();
        CompletableFuture<Hold> real = waitBehind();
        fake.die();
        held.close();
        Eventually.get("the lock", AT_ONCE, real).close();
        assertFalse(fake.isInLine());
    }

    @Test
    void clientThatLivesButCannotHearIsPassedOverAndKeepsItsPlace() throws Exception {
        fake.listen();
        fake.ask();
        fake.stopListening();
        CompletableFuture<Hold> real = waitBehind();
        fake.surviveFor(Duration.ofSeconds(60));
        held.close();
        Hold next = Eventually.get("the lock", AT_ONCE, real);
        assertTrue(fake.isFirstInLine());
        fake.surviveFor(Duration.ofSeconds(60));
        fake.listen();
        next.close();
        assertTrue(fake.message().startsWith("granted " + fake.id()));
        assertTrue(fake.hasTheLock());
    }

    /** It has asked for the lock of a dead owner, and it was not its turn. */
    @Test
    void lockThatNobodyFreedGoesToTheFirstInLine() throws Exception {
        fake.listen();
        fake.ask();
        CompletableFuture<Hold> real = waitBehind();
        server.command("DEL", new Keyspace("holdfast").of("name").lock());
        assertTrue(fake.message().startsWith("granted " + fake.id()), "the real waiter looked, and the fake one is first");
        assertFalse(real.isDone());
    }

    /** The name is at the end of the message, and comes through as it is. */
    @Test
    void messageNamesTheLockWhateverItsName() throws Exception {
        for (String name : new String[] {"a b", "a\0b", "\n", "%s", "é😀", "x".repeat(1_024)}) {
            Hold first = owner.lock(name, LONG).acquire();
            try (FakeWaiter waiter = new FakeWaiter(server, name)) {
                waiter.listen();
                waiter.ask();
                first.close();
                assertEquals(new Keyspace("holdfast").of(name).lock(), waiter.message().split(" ", 5)[4]);
            }
        }
    }

    private CompletableFuture<Hold> waitBehind() {
        CompletableFuture<Hold> real = other.lock("name", LONG).acquireAsync();
        Eventually.until("both wait", () -> owner.inspect("name").waiters() == 2);
        return real;
    }
}
