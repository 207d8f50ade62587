package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens grow whatever happens to the server's data and clock (G7), and cost no key per name (G12). */
final class TokensTest {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private RedisServer server;
    private RedisLockBackend backend;

    @BeforeEach
    void start() {
        server = Servers.redis();
        backend = RedisLockBackend.open(server.url());
    }

    @AfterEach
    void stop() {
        backend.close();
        server.close();
    }

    @Test
    void growOverReleases() throws Exception {
        long last = 0;
        for (int i = 0; i < 200; i++) {
            last = takeAndRelease("name", last);
        }
    }

    @Test
    void growOverAnExpiry() throws Exception {
        long first = new SpiCall("name", Duration.ofMillis(100), false).take(backend);
        long second = SpiCall.token(Eventually.get("the lock of a dead owner", new SpiCall("name", LEASE, true).send(backend)));
        assertTrue(second > first, () -> second + " after " + first);
    }

    @Test
    void growFromTheHolderToTheNextInLine() throws Exception {
        SpiCall holder = new SpiCall("name", LEASE, false);
        long first = holder.take(backend);
        SpiCall next = new SpiCall("name", LEASE, true);
        CompletableFuture<AcquireOutcome> outcome = next.send(backend);
        Eventually.until("the wait is confirmed", () -> next.confirmations() > 0);
        assertEquals(Answer.YES, Eventually.get("release", backend.release(holder.acquisition())));
        assertTrue(SpiCall.token(Eventually.get("the grant", outcome)) > first);
    }

    @Test
    void growOverFlushAll() throws Exception {
        long last = takeAndRelease("name", 0);
        for (int i = 0; i < 20; i++) {
            server.command("FLUSHALL");
            last = takeAndRelease("name", last);
        }
    }

    @Test
    void growOverARestartWithoutPersistence() throws Exception {
        try (LockClient client = LockClient.connect(server.url())) {
            long first;
            try (Hold hold = client.lock("name").acquire()) {
                first = hold.token();
            }
            server.kill();
            server.start();
            assertEquals(List.of(), Residue.keys(server));
            try (Hold hold = client.lock("name").acquire()) {
                assertTrue(hold.token() > first, () -> hold.token() + " after " + first);
            }
        }
    }

    @Test
    void goOnFromTheMarkWhenTheClockWasSetBack() throws Exception {
        String mark = new Keyspace("holdfast").of("name").mark();
        Instant inAnHour = Instant.now().plusSeconds(3_600);
        long ahead = inAnHour.toEpochMilli() * 1_000;
        server.command("SET", mark, Long.toString(ahead));
        for (int i = 1; i <= 3; i++) {
            SpiCall call = new SpiCall("name", LEASE, false);
            assertEquals(ahead + i, call.take(backend));
            Eventually.get("release", backend.release(call.acquisition()));
        }
        long markEnds = Long.parseLong(server.command("PEXPIRETIME", mark));
        assertTrue(markEnds > inAnHour.toEpochMilli(), () -> "the mark ends at " + markEnds + ", before its own token's time");
    }

    /** They share a mark. */
    @Test
    void growOverTheNamesOfABucket() throws Exception {
        long last = 0;
        for (int i = 0; i < 200; i++) {
            SpiCall call = new SpiCall(nameInBucketOf("name", i), LEASE, false);
            long token = call.take(backend);
            assertTrue(token > last);
            last = token;
        }
    }

    @Test
    void leaveNoKeyPerNameButTheMarks() throws Exception {
        List<SpiCall> calls = new ArrayList<>();
        List<CompletableFuture<AcquireOutcome>> outcomes = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            SpiCall call = new SpiCall("used once " + i, LEASE, false);
            calls.add(call);
            outcomes.add(call.send(backend));
        }
        for (int i = 0; i < calls.size(); i++) {
            SpiCall.token(Eventually.get("the grant", outcomes.get(i)));
        }
        List<CompletableFuture<Answer>> releases = calls.stream()
                .map(call -> backend.release(call.acquisition()).toCompletableFuture()).toList();
        for (CompletableFuture<Answer> release : releases) {
            assertEquals(Answer.YES, Eventually.get("release", release));
        }
        List<String> left = Residue.keys(server);
        assertTrue(left.size() <= Keyspace.BUCKETS, () -> "left behind: " + left);
        for (String key : left) {
            assertTrue(key.endsWith("}:token"), key);
            assertFalse(Long.parseLong(server.command("PTTL", key)) < 0, () -> key + " stays for ever");
        }
    }

    private long takeAndRelease(String name, long last) throws Exception {
        SpiCall call = new SpiCall(name, LEASE, false);
        long token = call.take(backend);
        assertTrue(token > last, () -> token + " after " + last);
        assertEquals(Answer.YES, Eventually.get("release", backend.release(call.acquisition())));
        return token;
    }

    private static String nameInBucketOf(String name, int number) {
        Keyspace keyspace = new Keyspace("holdfast");
        int bucket = keyspace.of(name).bucket();
        int found = -1;
        for (int i = 0; ; i++) {
            if (keyspace.of("n" + i).bucket() == bucket && ++found == number) {
                return "n" + i;
            }
        }
    }
}
