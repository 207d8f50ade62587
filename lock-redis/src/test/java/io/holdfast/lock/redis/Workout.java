package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.LossReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

/** Has two clients do all that can be done with a lock, so that every script runs on every way it has. */
final class Workout {
    private static final LockOptions SHORT = LockOptions.defaults().withLease(Duration.ofMillis(300));

    private Workout() {}

    static void run(LockClient one, LockClient other, String name) throws Exception {
        handOver(one, other, name);
        renewAndExpire(one, other, name);
        breakIt(one, other, name);
    }

    /** Acquire, refusal, a wait, inspection, release with push. */
    static void handOver(LockClient one, LockClient other, String name) throws Exception {
        Hold first = one.lock(name).tryAcquire().orElseThrow();
        assertFalse(other.lock(name).tryAcquire().isPresent());
        CompletableFuture<Hold> waiting = other.lock(name).acquireAsync();
        awaitInLine(one, name);
        first.close();
        try (Hold second = Eventually.get("the waiter's turn", waiting)) {
            assertTrue(second.token() > first.token());
        }
        assertFalse(one.inspect(name).isHeld());
    }

    private static void renewAndExpire(LockClient one, LockClient other, String name) throws Exception {
        DistributedLock fixed = one.lock(name, LockOptions.defaults().withFixedLease(Duration.ofMillis(150)));
        Hold expiring = fixed.acquire();
        try (Hold next = other.lock(name, SHORT).acquire()) {
            assertFalse(expiring.isValid());
            AtomicReference<Duration> left = new AtomicReference<>(SHORT.lease());
            Eventually.until("the lease is renewed", () -> {
                Duration now = one.inspect(name).owner().orElseThrow().leaseLeft();
                return now.compareTo(left.getAndSet(now)) > 0;
            });
            assertTrue(next.isValid());
        }
    }

    private static void breakIt(LockClient one, LockClient other, String name) throws Exception {
        CompletableFuture<LossReason> lost = new CompletableFuture<>();
        one.lock(name).acquire().onLost(lost::complete);
        assertTrue(other.forceRelease(name));
        assertEquals(LossReason.REVOKED, Eventually.get("the holder is told", lost));
        Optional<Hold> next = other.lock(name).tryAcquire();
        assertTrue(next.isPresent());
        next.get().close();
    }

    static void awaitInLine(LockClient client, String name) {
        Eventually.until("somebody waits for " + name, () -> client.inspect(name).waiters() > 0);
    }
}
