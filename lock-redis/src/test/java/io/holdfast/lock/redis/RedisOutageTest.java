package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.ServerException;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that dies, hangs or is busy while callers wait, and comes back in time or does not. */
final class RedisOutageTest {
    private RedisServer server;
    private LockClient holder;
    private LockClient waiter;

    @BeforeEach
    void start() {
        // With its data after a restart; scripts count as busy after a moment.
        server = Servers.redis("appendonly yes", "appendfsync always", "lua-time-limit 100");
    }

    @AfterEach
    void stop() {
        server.resume();
        server.command("PING");
        waiter.close();
        holder.close();
        server.close();
    }

    private void connect(String answer) {
        String url = server.url() + "?reply=500ms&answer=" + answer;
        holder = LockClient.connect(url);
        waiter = LockClient.connect(url);
    }

    @Test
    void whoeverWaitsIsToldWithinTheAnswerLimitThatTheServerDied() throws Exception {
        connect("1s");
        Hold hold = holder.lock("job").acquire();
        CompletableFuture<Hold> waiting = Eventually.async(() -> waiter.lock("job").acquire());
        CompletableFuture<Boolean> locking = Eventually.async(() -> waiter.lock("job").tryLock());
        Eventually.get("the refusal", locking);
        Workout.awaitInLine(holder, "job");
        server.kill();
        long start = System.nanoTime();
        Complaint<LockBackendException> said =
                Complaint.of(LockBackendException.class, () -> Eventually.get("the waiter is told", waiting));
        // The answer limit counts from when the trouble is seen: within the 2 s after which a waiter asks how it stands.
        assertTrue(System.nanoTime() - start < Duration.ofSeconds(6).toNanos(), "told within the limit");
        said.about("job", server.url()).says("127.0.0.1:" + server.port());
        assertTrue(said.exception().isOutcomeUnknown());
        assertTrue(said.exception().getCause() != null);
        assertTrue(hold.isValid(), "the lease has not ended");
        Complaint.of(LockBackendException.class, () -> waiter.lock("other").tryAcquire())
                .about("other", server.url()).says("Connection refused");
        Complaint.of(LockBackendException.class, () -> waiter.inspect("other")).about("other", server.url()).says("Connection refused");
        server.start();
        hold.close();
        assertTrue(waiter.lock("job").tryAcquire().isPresent());
    }

    @Test
    void waitsGoOnWhenTheServerComesBackInTime() throws Exception {
        connect("10s");
        Hold hold = holder.lock("job").acquire();
        CompletableFuture<Hold> blocked = Eventually.async(() -> waiter.lock("job").acquire());
        Workout.awaitInLine(holder, "job");
        server.kill();
        CompletableFuture<Hold> late = Eventually.async(() -> waiter.lock("late").acquire());
        Eventually.never("an answer without a server", () -> blocked.isDone() || late.isDone());
        server.start();
        Eventually.get("the lock that was asked for while nobody was there", late).close();
        Eventually.never("a grant of a lock that is held", blocked::isDone);
        assertTrue(hold.isValid());
        hold.close();
        try (Hold next = Eventually.get("the waiter's turn", blocked)) {
            assertTrue(next.token() > hold.token());
        }
    }

    @Test
    void releaseIsCarriedOnUntilTheServerIsBack() throws Exception {
        connect("1s");
        Hold hold = holder.lock("job").acquire();
        server.kill();
        hold.close();
        server.start();
        Eventually.until("the lock is given back", () -> server.command("KEYS", "*:lock:*").isEmpty());
    }

    @Test
    void limitsAreKeptWhileTheServerHangs() throws Exception {
        connect("10s");
        Hold hold = holder.lock("job").acquire();
        CompletableFuture<Hold> unlimited = Eventually.async(() -> waiter.lock("job").acquire());
        Workout.awaitInLine(holder, "job");
        server.pause();
        long start = System.nanoTime();
        Complaint.of(LockBackendException.class, () -> waiter.lock("other").tryAcquire(Duration.ofMillis(1500)))
                .about("other", server.url()).says("no reply from", "within PT0.5S");
        long took = System.nanoTime() - start;
        assertTrue(took >= Duration.ofMillis(1500).toNanos() && took < Duration.ofSeconds(3).toNanos(), "the limit is kept: " + took);
        assertFalse(unlimited.isDone());
        server.resume();
        hold.close();
        Eventually.get("the waiter's turn", unlimited).close();
        waiter.lock("other").acquire().close();
    }

    /** The holder's renewal does not come through, the server's clock stands still: both sides count on. */
    @Test
    void holdOutlivesAPauseOfTheServer() throws Exception {
        connect("10s");
        var options = holder.defaultOptions().withLease(Duration.ofSeconds(3));
        try (Hold hold = holder.lock("job", options).acquire()) {
            server.pause();
            Eventually.until("a renewal is late", () -> hold.remaining().compareTo(Duration.ofMillis(1500)) < 0);
            server.resume();
            Eventually.until("the lease is whole again", () -> hold.remaining().compareTo(Duration.ofMillis(2500)) > 0);
            assertTrue(hold.isValid());
            assertFalse(waiter.lock("job").tryAcquire().isPresent());
        }
    }

    @Test
    void busyScriptOfSomebodyElseIsWaitedFor() throws Exception {
        connect("10s");
        Hold hold = holder.lock("job").acquire();
        CompletableFuture<Hold> waiting = Eventually.async(() -> waiter.lock("job").acquire());
        Workout.awaitInLine(holder, "job");
        CompletableFuture<String> script = Eventually.async(() -> server.command("EVAL", "while true do end", "0"));
        Eventually.until("the server is busy", this::isBusy);
        Complaint.of(LockBackendException.class, () -> waiter.lock("other").tryAcquire(Duration.ofMillis(500)))
                .about("other", server.url()).says("BUSY");
        CompletableFuture<Hold> other = Eventually.async(() -> waiter.lock("other").acquire());
        Eventually.never("a grant while the server is busy", other::isDone);
        server.command("SCRIPT", "KILL");
        assertThrows(ServerException.class, () -> Eventually.get("the script is killed", script));
        Eventually.get("the lock that was asked for meanwhile", other).close();
        assertTrue(hold.isValid());
        hold.close();
        Eventually.get("the waiter's turn", waiting).close();
    }

    private boolean isBusy() {
        try {
            server.command("DBSIZE");
            return false;
        } catch (ServerException error) {
            return error.getMessage().contains("BUSY");
        }
    }

    @Test
    void scriptsThatTheServerForgotAreSentAgain() throws Exception {
        connect("10s");
        for (String name : List.of("one", "two")) {
            Workout.run(holder, waiter, name);
            server.command("SCRIPT", "FLUSH");
        }
    }
}
