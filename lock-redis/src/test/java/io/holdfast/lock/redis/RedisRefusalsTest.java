package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Servers that answer, but with no. The caller hears it at once, not when its time is up. */
final class RedisRefusalsTest {
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    @Test
    void replicaIsReadOnly() {
        try (RedisServer master = Servers.redis(); RedisServer replica = Servers.redis("replicaof 127.0.0.1 " + master.port())) {
            Eventually.until("the replica has its data", () -> replica.command("INFO", "replication").contains("master_link_status:up"));
            try (LockClient client = LockClient.connect(replica.url())) {
                Complaint<LockBackendException> said = refusal(client);
                said.about("job", replica.url()).says("READONLY", "replica");
                assertFalse(said.exception().isOutcomeUnknown());
            }
        }
    }

    @Test
    void serverIsOutOfMemory() throws Exception {
        try (RedisServer server = Servers.redis(); LockClient client = LockClient.connect(server.url());
                LockClient waiter = LockClient.connect(server.url())) {
            Hold held = client.lock("awaited").acquire();
            CompletableFuture<Hold> waiting = waiter.lock("awaited").acquireAsync();
            Workout.awaitInLine(client, "awaited");
            server.command("CONFIG", "SET", "maxmemory", "1");

            Complaint<LockBackendException> said = refusal(client);
            said.about("job", server.url()).says("maxmemory");
            assertFalse(said.exception().isOutcomeUnknown());

            // Who has the lock, or is in line already, is not affected: giving back makes room before it takes any.
            held.close();
            Eventually.get("the waiter's turn", waiting).close();
            assertEquals("", server.command("KEYS", "*:lock:*"));

            server.command("CONFIG", "SET", "maxmemory", "0");
            Workout.handOver(client, waiter, "awaited");
        }
    }

    private static Complaint<LockBackendException> refusal(LockClient client) {
        long start = System.nanoTime();
        Complaint<LockBackendException> said = Complaint.of(LockBackendException.class, () -> client.lock("job").acquire());
        assertTrue(System.nanoTime() - start < AT_ONCE.toNanos(), "told at once");
        return said;
    }
}
