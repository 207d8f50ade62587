package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A waiter whose message was lost gets its turn soon all the same (G8), not when a lease ends: leases are a minute here. */
final class LostMessageTest {
    private static final Duration SOON = Duration.ofSeconds(4);
    private static final LockOptions LONG = LockOptions.defaults().withLease(Duration.ofSeconds(60));

    private RedisServer server;
    private LockClient owner;

    @BeforeEach
    void start() {
        server = Servers.redis();
        owner = LockClient.connect(server.url());
    }

    @AfterEach
    void stop() {
        owner.close();
        server.close();
    }

    @Test
    void subscriptionThatBreaksBeforeTheReleaseIsMended() throws Exception {
        try (LockClient other = LockClient.connect(server.url())) {
            Hold held = owner.lock("name", LONG).acquire();
            CompletableFuture<Hold> waiting = other.lock("name", LONG).acquireAsync();
            Eventually.until("the other waits", () -> owner.inspect("name").waiters() == 1);
            server.command("CLIENT", "KILL", "TYPE", "pubsub");
            held.close();
            assertGetsItsTurn(waiting);
        }
    }

    /** Not even the lookout is needed then: the subscription is there again before the next release. */
    @Test
    void subscriptionThatWasMendedHearsAgain() throws Exception {
        try (LockClient other = LockClient.connect(server.url())) {
            assertEquals(2, Connections.channels(server));
            server.command("CLIENT", "KILL", "TYPE", "pubsub");
            Eventually.until("both listen again", () -> Connections.channels(server) == 2);
            Hold held = owner.lock("name", LONG).acquire();
            CompletableFuture<Hold> waiting = other.lock("name", LONG).acquireAsync();
            Eventually.until("the other waits", () -> owner.inspect("name").waiters() == 1);
            Commands commands = Commands.countFromZero(server);
            held.close();
            Eventually.get("the lock", waiting).close();
            assertEquals(1, commands.calls("publish"));
        }
    }

    @Test
    void swallowedMessageIsFoundByLooking() throws Exception {
        Set<String> swallowed = ConcurrentHashMap.newKeySet();
        RedisLockBackend deaf = SelectiveTransport.open(server.url(), message -> !swallowed.add(message));
        try (LockClient other = LockClient.builder().backend(deaf).build()) {
            Hold held = owner.lock("name", LONG).acquire();
            CompletableFuture<Hold> waiting = other.lock("name", LONG).acquireAsync();
            Eventually.until("the other waits", () -> owner.inspect("name").waiters() == 1);
            held.close();
            assertGetsItsTurn(waiting);
            assertEquals(1, swallowed.size(), "messages that were sent, and not heard");
        }
    }

    @Test
    void waitersStandInLineAgainWhenTheServerHasLostItsData() throws Exception {
        try (LockClient other = LockClient.connect(server.url()); LockClient third = LockClient.connect(server.url())) {
            owner.lock("name", LONG).acquire();
            CompletableFuture<Hold> waiting = other.lock("name", LONG).acquireAsync();
            CompletableFuture<Hold> waitingToo = third.lock("name", LONG).acquireAsync();
            Eventually.until("both wait", () -> owner.inspect("name").waiters() == 2);
            server.command("FLUSHALL");
            Eventually.until("one has it, one waits", SOON,
                    () -> waiting.isDone() != waitingToo.isDone() && owner.inspect("name").waiters() == 1);
            CompletableFuture<Hold> first = waiting.isDone() ? waiting : waitingToo;
            CompletableFuture<Hold> second = waiting.isDone() ? waitingToo : waiting;
            long token = first.join().token();
            first.join().close();
            assertTrue(assertGetsItsTurn(second) > token);
        }
    }

    private static long assertGetsItsTurn(CompletableFuture<Hold> waiting) throws Exception {
        try (Hold hold = Eventually.get("the waiter's turn", SOON, waiting)) {
            return hold.token();
        }
    }
}
