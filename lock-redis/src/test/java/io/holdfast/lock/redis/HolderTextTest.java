package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.lock.Hold;
import io.holdfast.lock.Holder;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockInfo;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.LockSnapshot;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Operators see the holder as it called itself, whatever characters that has. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HolderTextTest {
    private static final List<String> NASTY = List.of("", " ", "  ", "a b", " a", "a ", "%", "%20", "100 %", "%%", "\n", "a\nb",
            "\r\n", "\t",
            "\0", "a\0b", "\u007f", "\u0085", "\u00a0", "\u2028", "é", "😀 thread", "{}", "'\"\\", "granted 0 1", "x".repeat(200));

    private RedisServer server;

    @BeforeAll
    void start() {
        server = Servers.redis();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void threadAndPurposeAreSeenThroughInspect() throws Exception {
        String before = Thread.currentThread().getName();
        try (LockClient client = LockClient.connect(server.url())) {
            for (String text : NASTY) {
                Thread.currentThread().setName(text);
                try (Hold hold = client.lock("name", LockOptions.defaults().withPurpose(text)).acquire()) {
                    LockInfo.Owner owner = client.inspect("name").owner().orElseThrow();
                    assertEquals(text, owner.holder().thread());
                    assertEquals(text, owner.holder().purpose());
                    assertEquals(client.id(), owner.holder().clientId());
                    assertEquals(hold.token(), owner.token());
                }
            }
        } finally {
            Thread.currentThread().setName(before);
        }
    }

    @Test
    void everyFieldMayHaveAnyText() throws Exception {
        try (RedisLockBackend backend = RedisLockBackend.open(server.url())) {
            for (String text : NASTY) {
                Holder holder = new Holder(text, text, Long.MAX_VALUE, text, text);
                SpiCall call = new SpiCall("name", Duration.ofSeconds(60), true, holder);
                long token = call.take(backend);
                LockSnapshot.Owner owner = Eventually.get("inspect", backend.inspect("name")).owner().orElseThrow();
                assertEquals(holder, owner.holder());
                assertEquals(token, owner.token());
                Eventually.get("release", backend.release(call.acquisition()));
            }
        }
    }

    /** The holder's text is part of the entry in line, and of what the release compares. */
    @Test
    void aWaiterWithAnyTextIsServedAndCanLeave() throws Exception {
        try (RedisLockBackend backend = RedisLockBackend.open(server.url())) {
            for (String text : NASTY) {
                Holder holder = new Holder(text, text, 1, text, text);
                SpiCall first = new SpiCall("line", Duration.ofSeconds(60), true, holder);
                SpiCall leaves = new SpiCall("line", Duration.ofSeconds(60), true, holder);
                SpiCall served = new SpiCall("line", Duration.ofSeconds(60), true, holder);
                first.take(backend);
                leaves.send(backend);
                var outcome = served.send(backend);
                Eventually.until("both wait", () -> leaves.confirmations() > 0 && served.confirmations() > 0);
                Eventually.get("withdrawal", backend.release(leaves.acquisition()));
                assertEquals(1, Eventually.get("inspect", backend.inspect("line")).waiters());
                Eventually.get("release", backend.release(first.acquisition()));
                SpiCall.token(Eventually.get("the grant", outcome));
                Eventually.get("release", backend.release(served.acquisition()));
            }
        }
    }
}
