package io.holdfast.lock.tck.network;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections are cut at the worst moment: in the middle of something, before the request, or after the work. */
final class TcpProxyTrapTest {
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
    void replyEndsInTheMiddleOnce() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("not counted");
            proxy.cutAfter(7, Direction.REPLIES);
            caller.assertEcho("abc");
            caller.say("defghi");
            assertEquals("defg", caller.hear(4));
            caller.assertReset();
        }
        assertFalse(proxy.isArmed());
        assertEquals(1, proxy.traffic().cuts());
        assertEquals(2, proxy.traffic().lostBytes());
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("longer than seven");
        }
    }

    @Test
    void requestEndsInTheMiddle() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            proxy.cutAfter(5, Direction.REQUESTS);
            caller.assertEcho("abc");
            caller.say("defghi");
            Bytes.untilEndOrReset(caller.socket());
        }
        Eventually.until("the server knows", () -> server.open() == 0);
        assertEquals("abcde", server.heard());
    }

    @Test
    void cutComesWithTheLastByteAndNotWithTheNext() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            proxy.cutAfter(3, Direction.REPLIES);
            caller.assertEcho("abc");
            caller.assertReset();
        }
        proxy.cutAfter(0, Direction.REQUESTS);
        try (Caller caller = new Caller(proxy)) {
            caller.say("d");
            caller.assertReset();
        }
        assertEquals("abc", server.heard());
    }

    @Test
    void eachConnectionIsCutUntilItHeals() throws Exception {
        try (Caller before = new Caller(proxy)) {
            before.assertEcho("not counted");
            proxy.cutEachAfter(3, Direction.REPLIES);
            for (int i = 0; i < 3; i++) {
                try (Caller caller = new Caller(proxy)) {
                    caller.say("abcd");
                    assertEquals("abc", caller.hear(3));
                    caller.assertReset();
                }
            }
            before.assertEcho("ab");
            assertTrue(proxy.isArmed());
            proxy.heal();
            assertFalse(proxy.isArmed());
            before.assertEcho("abcd");
        }
        assertEquals(3, proxy.traffic().cuts());
    }

    @Test
    void replyIsLostAfterTheServerHasHeardTheRequest() throws Exception {
        try (Caller caller = new Caller(proxy); Caller other = new Caller(proxy)) {
            proxy.loseReplyTo("marker");
            caller.assertEcho("mark");
            other.assertEcho("er");
            assertTrue(proxy.isArmed());
            caller.say("the marker is here");
            caller.assertReset();
            assertFalse(proxy.isArmed());
            assertTrue(server.heard().endsWith("the marker is here"));
            other.assertEcho("the marker is here, and nobody minds");
        }
        assertEquals(1, proxy.traffic().cuts());
    }

    @Test
    void requestIsLostBeforeTheServerHearsIt() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("a");
            proxy.loseRequest("marker");
            caller.say("the marker is here");
            caller.assertReset();
        }
        Eventually.until("the server knows", () -> server.open() == 0);
        assertFalse(proxy.isArmed());
        assertEquals("a", server.heard());
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("the marker is here, and nobody minds");
        }
    }

    @Test
    void markerIsFoundInPieces() throws Exception {
        String marker = "ababac";
        String request = "xxababababacxx";
        for (int i = 1; i < request.length(); i++) {
            try (Caller caller = new Caller(proxy)) {
                proxy.loseReplyTo(marker);
                caller.assertEcho(request.substring(0, Math.min(i, 11)));
                caller.say(request.substring(Math.min(i, 11)));
                caller.assertReset();
                assertFalse(proxy.isArmed());
            }
        }
        try (Caller caller = new Caller(proxy)) {
            proxy.loseRequest(marker.getBytes(ISO_8859_1));
            for (char each : "ababa".toCharArray()) {
                caller.assertEcho(Character.toString(each));
            }
            caller.say("c");
            caller.assertReset();
        }
        Eventually.until("the server knows", () -> server.open() == 0);
        assertTrue(server.heard().endsWith("ababa"));
    }

    @Test
    void markerMayBeAnyBytes() throws Exception {
        byte[] marker = {0, -1, 0, -1, (byte) 0x80};
        try (Caller caller = new Caller(proxy)) {
            proxy.loseReplyTo(marker);
            caller.assertEcho("\0\u00ff\0\u00ff\0");
            caller.say("\u00ff\u0080");
            caller.assertReset();
        }
    }

    @Test
    void replyIsLostInSpiteOfADelay() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            proxy.delay(Duration.ofMillis(50));
            proxy.loseReplyTo("marker");
            caller.assertEcho("before");
            caller.say("marker");
            caller.assertReset();
        }
        assertEquals("beforemarker", server.heard());
    }

    @Test
    void healTakesTheTrapAway() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            proxy.loseReplyTo("marker");
            proxy.heal();
            caller.assertEcho("marker");
            proxy.cutAfter(3, Direction.REQUESTS);
            proxy.heal();
            caller.assertEcho("abcd");
        }
        assertEquals(0, proxy.traffic().cuts());
    }

    @Test
    void connectionThatStillWaitsForItsLossIsCutWhenItHeals() throws Exception {
        try (RedisServer redis = Servers.redis();
                TcpProxy toRedis = TcpProxy.to(redis.host(), redis.port());
                Caller caller = new Caller(toRedis)) {
            caller.say("PING\r\n");
            assertEquals("+PONG\r\n", caller.hear(7));
            redis.pause();
            toRedis.loseReplyTo("INCR");
            caller.say("INCR key\r\n");
            Eventually.until("the request was sent", () -> toRedis.traffic().requestBytes() == 16);
            toRedis.heal();
            caller.assertReset();
            redis.resume();
        }
    }

    @Test
    void redisDoesWhatItIsAskedAndItsReplyIsLost() throws Exception {
        try (RedisServer redis = Servers.redis(); TcpProxy toRedis = TcpProxy.to(redis.host(), redis.port())) {
            try (Caller caller = new Caller(toRedis)) {
                caller.say("*1\r\n$4\r\nPING\r\n");
                assertEquals("+PONG\r\n", caller.hear(7));
                toRedis.loseReplyTo("INCR");
                caller.say("*2\r\n$4\r\nINCR\r\n$3\r\nkey\r\n");
                caller.assertReset();
            }
            assertEquals("1", redis.command("GET", "key"));
            toRedis.loseRequest("INCR");
            try (Caller caller = new Caller(toRedis)) {
                caller.say("*2\r\n$4\r\nINCR\r\n$3\r\nkey\r\n");
                caller.assertReset();
            }
            assertEquals("1", redis.command("GET", "key"));
            try (Caller caller = new Caller(toRedis)) {
                caller.say("*2\r\n$4\r\nINCR\r\n$3\r\nkey\r\n");
                assertEquals(":2\r\n", caller.hear(4));
            }
        }
    }

    /** What the server says while it is still being asked may be the reply or not: no cut before it has the whole request. */
    @Test
    void serverGetsTheWholeRequestEvenIfItSpeaksMeanwhile() {
        LostReply spoken = new LostReply();
        assertEquals(LostReply.Words.PASS, spoken.heard());
        spoken.asking();
        assertEquals(LostReply.Words.THROW_AWAY, spoken.heard());
        assertEquals(LostReply.Words.THROW_AWAY, spoken.heard());
        assertTrue(spoken.askedAndAnswered(), "cut now: there may be no more words to wait for");

        LostReply silent = new LostReply();
        silent.asking();
        assertFalse(silent.askedAndAnswered());
        assertEquals(LostReply.Words.CUT, silent.heard());
    }

    @Test
    void trapsThatCanNotBeSetAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> proxy.loseReplyTo(""));
        assertThrows(IllegalArgumentException.class, () -> proxy.loseRequest(new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> proxy.cutAfter(-1, Direction.REPLIES));
        assertFalse(proxy.isArmed());
    }
}
