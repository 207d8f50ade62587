package io.holdfast.lock.tck.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections stay open, but bytes are held or lost. */
final class TcpProxyLossTest {
    private EchoServer server;
    private TcpProxy proxy;

    @BeforeEach
    void start() throws Exception {
        server = new EchoServer();
        proxy = TcpProxy.to("127.0.0.1", server.port());
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }
    @Test
    void blackHoleHoldsRequestsUntilItHeals() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("a");
            proxy.blackHole();
            caller.say("bc");
            Eventually.never("the server hears", () -> server.heardBytes() > 1);
            caller.assertHearsNothing();
            caller.say("d");
            proxy.heal();
            assertEquals("bcd", caller.hear(3));
            caller.assertEcho("e");
        }
        assertEquals("abcde", server.heard());
        assertEquals(0, proxy.traffic().lostBytes() + proxy.traffic().cuts());
    }

    @Test
    void blackHoleHoldsRepliesUntilItHeals() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("a");
            proxy.blackHole();
            server.say("unasked");
            caller.assertHearsNothing();
            proxy.heal();
            assertEquals("unasked", caller.hear(7));
        }
    }

    @Test
    void blackHoleAcceptsConnectionsThatTheServerHearsOfLater() throws Exception {
        proxy.blackHole();
        try (Caller caller = new Caller(proxy)) {
            caller.say("a");
            caller.assertHearsNothing();
            assertEquals(0, server.accepted());
            assertEquals(1, proxy.traffic().open());
            proxy.heal();
            assertEquals("a", caller.hear(1));
        }
    }

    /** Its system would go on sending what it has said, too. */
    @Test
    void requestOfAClientThatGaveUpInTheBlackHoleArrives() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("a");
            proxy.blackHole();
            caller.say("late");
        }
        Eventually.never("the server hears", () -> server.heardBytes() > 1 || server.open() == 0);
        proxy.heal();
        Eventually.until("the server hears", () -> server.heard().equals("alate") && server.open() == 0);
    }

    @Test
    void endOfAConnectionIsHeldAsWell() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("a");
            proxy.blackHole();
            server.hangUp();
            caller.assertHearsNothing();
            proxy.dropReplies();
            caller.assertHearsNothing();
            proxy.heal();
            assertEquals("", caller.hear(1));
        }
    }

    @Test
    void connectionsThatWereCutInTheBlackHoleAreForgotten() throws Exception {
        try (Caller caller = new Caller(proxy); Caller newcomer = newcomerInBlackHole(caller)) {
            caller.say("b");
            newcomer.say("c");
            proxy.cut();
            caller.assertReset();
            newcomer.assertReset();
            proxy.heal();
        }
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("d");
        }
        assertEquals("ad", server.heard());
        assertEquals(2, server.accepted());
    }

    private Caller newcomerInBlackHole(Caller caller) throws Exception {
        caller.assertEcho("a");
        proxy.blackHole();
        Caller newcomer = new Caller(proxy);
        Eventually.until("it was accepted", () -> proxy.traffic().accepted() == 2);
        return newcomer;
    }

    /** More than the buffers of the system and of the proxy take: so the writer stands still until the hole is gone. */
    @Test
    void blackHoleTakesNoMoreThanTheBuffersDo() throws Exception {
        byte[] much = new byte[64 << 20];
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("a");
            proxy.blackHole();
            CompletableFuture<Void> writing = Eventually.async(() -> {
                caller.say(much);
                return null;
            });
            Eventually.never("all was written", writing::isDone);
            proxy.heal();
            assertEquals(much.length, caller.hear(much.length).length());
            Eventually.get(writing);
        }
        assertEquals(1 + much.length, server.heardBytes());
    }

    @Test
    void droppedRepliesAreLostAndTheirConnectionIsResetWhenItHeals() throws Exception {
        try (Caller caller = new Caller(proxy); Caller silent = new Caller(proxy)) {
            caller.assertEcho("a");
            silent.assertEcho("b");
            proxy.dropReplies();
            caller.say("c");
            Eventually.until("the server hears", () -> server.heard().endsWith("c"));
            Eventually.until("the reply is lost", () -> proxy.traffic().lostBytes() == 1);
            caller.assertHearsNothing();
            proxy.heal();
            caller.assertReset();
            silent.assertEcho("d");
        }
        assertEquals(1, proxy.traffic().cuts());
    }

    @Test
    void droppedRequestsAreLostAndTheirConnectionIsResetWhenItHeals() throws Exception {
        try (Caller caller = new Caller(proxy); Caller silent = new Caller(proxy)) {
            caller.assertEcho("a");
            silent.assertEcho("b");
            proxy.dropRequests();
            caller.say("c");
            Eventually.until("the request is lost", () -> proxy.traffic().lostBytes() == 1);
            server.say("unasked");
            assertEquals("unasked", caller.hear(7));
            assertEquals("unasked", silent.hear(7));
            proxy.heal();
            caller.assertReset();
            silent.assertEcho("d");
        }
        assertEquals("abd", server.heard());
    }

    /** With one loss in place of another nothing heals, but the replies that pass again would follow on a hole. */
    @Test
    void nothingPassesBehindAHole() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("a");
            proxy.dropReplies();
            server.say("lost");
            Eventually.until("it is lost", () -> proxy.traffic().lostBytes() == 4);
            proxy.dropRequests();
            caller.assertHearsNothing();
            server.say("more");
            caller.assertReset();
        }
    }

    /** Bytes, loss and healing at the same time: what is heard is the beginning of what was said, and all of it or a reset. */
    @Test
    void noStreamHasAHoleWheneverItHeals() throws Exception {
        byte[] said = Bytes.counting(1 << 20);
        for (int i = 0; i < 50; i++) {
            try (Caller caller = new Caller(proxy)) {
                caller.assertEcho("hello");
                CompletableFuture<Void> saying = Eventually.async(() -> {
                    caller.say(said);
                    caller.endRequests();
                    return null;
                });
                CompletableFuture<byte[]> hearing = Eventually.async(() -> Bytes.untilEndOrReset(caller.socket()));
                while (!hearing.isDone()) {
                    proxy.dropReplies();
                    proxy.heal();
                }
                byte[] heard = Eventually.get(hearing);
                assertArrayEquals(Arrays.copyOf(said, heard.length), heard);
                Eventually.until("it has said all, or was reset", saying::isDone);
                assertTrue(heard.length == said.length || proxy.traffic().cuts() > 0);
            }
        }
    }
}
