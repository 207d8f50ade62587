package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import io.netty.resolver.DefaultAddressResolverGroup;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisClientConfig;

/** What a client hears, over everything that happens to its connection. */
final class SubscriptionsTest {
    private static final Inbox ONE = Inbox.of("test:one");
    private static final Inbox OTHER = Inbox.of("test:other");

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final AtomicInteger gaps = new AtomicInteger();
    private RedisServer server;
    private RedisClient client;

    @BeforeEach
    void start() {
        server = Servers.redis();
        client = RedisClient.create(
                new RedisClientConfig().setAddress(server.url()).setCommandTimeout(500)
                        .setResolverGroup(DefaultAddressResolverGroup.INSTANCE));
        client.getConfig().setExecutor(InlineExecutor.INSTANCE);
    }

    @AfterEach
    void stop() {
        client.shutdown();
        server.close();
    }

    /** The second one must not be told that it is heard because the first has begun to connect. */
    @Test
    void twoThatListenFirstAreBothHeard() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        for (int i = 0; i < 100; i++) {
            Subscriptions subscriptions = open();
            CompletableFuture<Boolean> first = Eventually.async(() -> listenAndLook(subscriptions, together));
            CompletableFuture<Boolean> second = Eventually.async(() -> listenAndLook(subscriptions, together));
            assertTrue(Eventually.get("the first listens", first) && Eventually.get("the second listens", second),
                    "told without being heard");
            subscriptions.close();
        }
    }

    private static boolean listenAndLook(Subscriptions subscriptions, CyclicBarrier together) throws Exception {
        together.await();
        Eventually.get("it listens", subscriptions.listen(ONE));
        return subscriptions.hears(ONE);
    }

    @Test
    void allInboxesAreHeardAgainAfterABreakAndTheGapIsTold() throws Exception {
        Subscriptions subscriptions = open();
        Eventually.get("it listens", subscriptions.listen(ONE));
        Eventually.get("it listens", subscriptions.listen(OTHER));
        for (int i = 1; i <= 3; i++) {
            server.command("CLIENT", "KILL", "TYPE", "pubsub");
            int breaks = i;
            Eventually.until("the gap is told", () -> gaps.get() == breaks);
            assertTrue(subscriptions.hears(ONE) && subscriptions.hears(OTHER), "told before they are heard again");
            assertEquals("1", server.command("PUBLISH", ONE.channel(), "one " + i));
            assertEquals("1", server.command("PUBLISH", OTHER.channel(), "other " + i));
            Eventually.until("both are heard", () -> heard.contains("one " + breaks) && heard.contains("other " + breaks));
        }
        assertEquals(6, heard.size(), "each once");
        subscriptions.close();
    }

    /** Whoever comes while it is mended goes on, and is heard when it is mended. */
    @Test
    void inboxThatComesDuringTheBreakIsHeardAfterIt() throws Exception {
        Subscriptions subscriptions = open();
        Eventually.get("it listens", subscriptions.listen(ONE));
        server.kill();
        Eventually.until("it has seen the break", () -> !subscriptions.hears(ONE));
        Eventually.get("it is not held up", subscriptions.listen(OTHER));
        server.start();
        Eventually.until("the gap is told", () -> gaps.get() == 1);
        Eventually.until("both are heard", () -> subscriptions.hears(ONE) && subscriptions.hears(OTHER));
        assertEquals("1", server.command("PUBLISH", OTHER.channel(), "hello"));
        Eventually.until("it is heard", () -> heard.contains("hello"));
        subscriptions.close();
    }

    /** What was too late the first time is not refused for ever, and nothing is heard twice because it was asked for twice. */
    @Test
    void inboxThatWasNotConfirmedInTimeIsHeardLater() throws Exception {
        Subscriptions subscriptions = open();
        Eventually.get("it listens", subscriptions.listen(ONE));
        server.pause();
        assertThrows(Exception.class, () -> Eventually.get("an end", subscriptions.listen(OTHER)), "a subscription on a server that hangs");
        server.resume();
        Eventually.get("it listens", subscriptions.listen(OTHER));
        assertEquals("1", server.command("PUBLISH", OTHER.channel(), "hello"));
        assertEquals("1", server.command("PUBLISH", OTHER.channel(), "goodbye"));
        Eventually.until("the last is heard", () -> heard.contains("goodbye"));
        assertEquals(List.of("hello", "goodbye"), heard);
        subscriptions.close();
    }

    @Test
    void closingEndsTheConnectionAndAllMending() throws Exception {
        for (int i = 0; i < 20; i++) {
            Subscriptions subscriptions = open();
            Eventually.get("it listens", subscriptions.listen(ONE));
            server.command("CLIENT", "KILL", "TYPE", "pubsub");
            if (i % 2 == 0) {
                Eventually.until("it has seen the break", () -> !subscriptions.hears(ONE));
            }
            subscriptions.close();
        }
        Eventually.until("no connection is left", () -> Connections.of(server).isEmpty());
        Eventually.never("one comes back", () -> !Connections.of(server).isEmpty());
    }

    @Test
    void listeningAfterTheEndFails() {
        Subscriptions subscriptions = open();
        subscriptions.close();
        assertThrows(IOException.class, () -> Eventually.get("an answer", subscriptions.listen(ONE)));
    }

    private Subscriptions open() {
        return new Subscriptions(client, heard::add, gaps::incrementAndGet);
    }
}
