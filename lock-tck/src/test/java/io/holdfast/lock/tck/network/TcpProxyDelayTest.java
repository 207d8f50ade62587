package io.holdfast.lock.tck.network;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bytes come late, but all of them and in their order. */
final class TcpProxyDelayTest {
    private static final Duration DELAY = Duration.ofMillis(100);
    private static final Duration FOR_EVER = Duration.ofHours(1);

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
    void roundTripTakesTwiceTheDelayAndIsFastAgainWhenItHeals() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("hello");
            proxy.delay(DELAY);
            assertTakesAtLeast(DELAY.multipliedBy(2), () -> caller.assertEcho("late"));
            proxy.delay(DELAY, Direction.REPLIES);
            proxy.delay(Duration.ZERO, Direction.REQUESTS);
            assertTakesAtLeast(DELAY, () -> caller.assertEcho("less late"));
            proxy.delay(FOR_EVER);
            proxy.heal();
            caller.assertEcho("in time");
        }
    }

    @Test
    void endOfAConnectionComesLateAsWell() throws Exception {
        proxy.delay(DELAY);
        try (Caller caller = new Caller(proxy)) {
            assertTakesAtLeast(DELAY.multipliedBy(2), () -> {
                caller.say("the last words");
                caller.endRequests();
                assertEquals("the last words", caller.hear(100));
            });
        }
    }

    @Test
    void piecesOvertakeNoneThatWereSentBefore() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("hello");
            proxy.delay(DELAY, Direction.REQUESTS);
            caller.say("a");
            Eventually.never("the server hears", () -> server.heardBytes() > 5 && server.heard().charAt(5) != 'a');
            for (int millis = 50; millis >= 0; millis--) {
                proxy.delay(Duration.ofMillis(millis), Direction.REQUESTS);
                caller.say(Character.toString('A' + millis));
            }
            StringBuilder expected = new StringBuilder("a");
            for (int millis = 50; millis >= 0; millis--) {
                expected.appendCodePoint('A' + millis);
            }
            assertEquals(expected.toString(), caller.hear(expected.length()));
        }
    }

    /** Piece by piece, each after the other, it would take more than a minute. */
    @Test
    void muchPassesInSpiteOfTheDelay() throws Exception {
        byte[] much = Bytes.counting(10 << 20);
        proxy.delay(Duration.ofMillis(500));
        try (Caller caller = new Caller(proxy)) {
            long start = System.nanoTime();
            CompletableFuture<Void> saying = Eventually.async(() -> {
                caller.say(much);
                return null;
            });
            assertArrayEquals(much, caller.socket().getInputStream().readNBytes(much.length));
            Duration taken = Duration.ofNanos(System.nanoTime() - start);
            assertTrue(taken.compareTo(Duration.ofSeconds(30)) < 0, "took " + taken);
            Eventually.get(saying);
        }
        assertEquals(much.length, proxy.traffic().requestBytes());
        assertEquals(much.length, proxy.traffic().replyBytes());
    }

    /** What is delayed meets the weather of its arrival. */
    @Test
    void bytesOnTheirWayAreHeldByABlackHole() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("a");
            proxy.delay(DELAY, Direction.REQUESTS);
            caller.say("b");
            proxy.blackHole();
            Eventually.never("the server hears", () -> server.heardBytes() > 1);
            proxy.heal();
            assertEquals("b", caller.hear(1));
        }
    }

    @Test
    void bytesOnTheirWayAreLostInACut() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("a");
            proxy.delay(FOR_EVER, Direction.REQUESTS);
            caller.say("b");
            Eventually.never("the server hears", () -> server.heardBytes() > 1);
            proxy.cut();
            caller.assertReset();
        }
        Eventually.until("the server knows", () -> server.open() == 0);
        assertEquals("a", server.heard());
    }

    @Test
    void negativeDelayIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> proxy.delay(Duration.ofMillis(-1)));
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void assertTakesAtLeast(Duration expected, Work work) throws Exception {
        long start = System.nanoTime();
        work.run();
        Duration taken = Duration.ofNanos(System.nanoTime() - start);
        assertTrue(taken.compareTo(expected) >= 0, "took " + taken);
    }
}
