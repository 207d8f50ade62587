package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.resolver.DefaultAddressResolverGroup;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisClientConfig;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisStrictCommand;

/** When a connection counts as broken, and what becomes of the commands on it. */
final class WireTest {
    private static final RedisCommand<Long> ASK = new RedisStrictCommand<>("ASK");
    private static final Duration REPLY_LIMIT = Duration.ofMillis(600);

    private SlowServer server;
    private RedisClient client;
    private Wire wire;

    @BeforeEach
    void start() throws Exception {
        server = new SlowServer(Duration.ofMillis(100));
        client = RedisClient.create(
                new RedisClientConfig().setAddress(server.url()).setResolverGroup(DefaultAddressResolverGroup.INSTANCE));
        wire = Eventually.get("the connection", Wire.open(client, REPLY_LIMIT));
    }

    @AfterEach
    void stop() {
        wire.close();
        client.shutdown();
        server.close();
    }

    /** Otherwise a burst of requests would break the connection, be sent again on the next one, break that, and so on. */
    @Test
    void serverThatAnswersOneAfterTheOtherIsNotSilent() throws Exception {
        List<CompletableFuture<Long>> replies = IntStream.range(0, 30).mapToObj(i -> wire.send(ASK, new Object[0])).toList();
        for (CompletableFuture<Long> reply : replies) {
            assertEquals(1, Eventually.get("a reply", reply));
        }
        assertTrue(wire.isOpen());
    }

    @Test
    void serverThatHangsBreaksTheConnectionAndFailsAllThatIsInFlight() {
        server.pace(Duration.ofMinutes(1));
        List<CompletableFuture<Long>> replies = IntStream.range(0, 3).mapToObj(i -> wire.send(ASK, new Object[0])).toList();
        for (CompletableFuture<Long> reply : replies) {
            IOException failed = assertThrows(IOException.class, () -> Eventually.get("an end", Duration.ofSeconds(5), reply));
            assertTrue(failed.getMessage().contains("no reply"), failed.getMessage());
        }
        assertFalse(wire.isOpen());
    }

    /** The time counts from the last sign of life, not from the first request that came in a long row of them. */
    @Test
    void serverThatHangsInTheMiddleBreaksTheConnection() throws Exception {
        List<CompletableFuture<Long>> replies = IntStream.range(0, 30).mapToObj(i -> wire.send(ASK, new Object[0])).toList();
        Eventually.get("the tenth reply", replies.get(9));
        server.pace(Duration.ofMinutes(1));
        assertThrows(IOException.class, () -> Eventually.get("an end", Duration.ofSeconds(5), replies.get(29)));
        assertFalse(wire.isOpen());
    }

    /** As garbage collection or a busy machine make them: the replies are there, they only have to be read. */
    @Test
    void pauseOfTheThreadThatReadsIsNoSilenceOfTheServer() throws Exception {
        CompletableFuture<Void> paused = wire.send(ASK, new Object[0]).thenRun(WireTest::stallForLongerThanTheLimit);
        List<CompletableFuture<Long>> replies = IntStream.range(0, 30).mapToObj(i -> wire.send(ASK, new Object[0])).toList();
        Eventually.get("the pause", paused);
        assertEquals(1, Eventually.get("the last reply", replies.get(29)));
    }

    private static void stallForLongerThanTheLimit() {
        try {
            TimeUnit.NANOSECONDS.sleep(3 * REPLY_LIMIT.toNanos());
        } catch (InterruptedException ended) {
            throw new AssertionError(ended);
        }
    }

    @Test
    void commandOnABrokenConnectionFailsAtOnce() {
        wire.close();
        assertThrows(IOException.class, () -> Eventually.get("an end", Duration.ofSeconds(1), wire.send(ASK, new Object[0])));
    }

    @Test
    void connectionIsNotMendedBehindOurBack() throws Exception {
        Eventually.until("the server has seen it", () -> server.connections() == 1);
        wire.close();
        Eventually.never("Redisson connects it again", () -> server.connections() > 1);
    }
}
