package io.holdfast.lock.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.memory.MemoryLockBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** All ways to take, give up and give back a lock at once, so that they cross; what must hold is checked inside the lock. */
class LaneStressTest {
    private static final Duration TIME = Duration.ofSeconds(3);

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicLong grants = new AtomicLong();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private long lastToken = -1;
    private volatile boolean over;

    @Test
    void crossingGrantsTimeoutsCancelsAndInterruptsNeitherOverlapNorLeaveAnything() throws Exception {
        MemoryLockBackend observer = MemoryLockBackend.open("lane-stress");
        Engine first = new Engine(MemoryLockBackend.open("lane-stress"), EngineConfig.defaults());
        Engine second = new Engine(MemoryLockBackend.open("lane-stress"), EngineConfig.defaults().withHandOff(3, Duration.ofMillis(1)));
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            Engine engine = i % 2 == 0 ? first : second;
            LockOptions options = LockOptions.defaults().withFair(i % 6 == 0).withPurpose(i % 4 == 0 ? "a lane of its own" : "");
            Random random = new Random(i);
            threads.add(new Thread(() -> work(engine.lock("stressed", options), random), "worker " + i));
        }
        threads.forEach(Thread::start);
        interruptAtRandom(threads);
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(30));
            assertFalse(thread.isAlive(), () -> thread + " hangs: " + List.of(thread.getStackTrace()));
        }
        if (failure.get() != null) {
            throw new AssertionError(failure.get());
        }
        assertTrue(grants.get() > 100, "grants: " + grants);
        first.acquireUninterruptibly(new LaneKey("stressed", LockOptions.defaults()), Long.MAX_VALUE).close();
        assertEquals(0, first.lanes().count(), "lanes left");
        assertEquals(0, second.lanes().count(), "lanes left");
        assertEquals(0, observer.size(), "locks left in the store");
        first.close();
        second.close();
        observer.close();
    }

    /** The one who vacates a lease believes in a waiter that is just leaving: somebody must give the lease back. */
    @Test
    void leaseVacatedForAWaiterThatLeavesAtThatMomentGoesBack() throws Exception {
        MemoryLockBackend observer = MemoryLockBackend.open("lane-crossing");
        ExecutorService another = Executors.newSingleThreadExecutor();
        try (Engine engine = new Engine(MemoryLockBackend.open("lane-crossing"), EngineConfig.defaults())) {
            DistributedLock lock = engine.lock("crossed", LockOptions.defaults());
            for (int i = 0; i < 5_000; i++) {
                Hold hold = lock.acquire();
                CompletableFuture<Hold> waiting = lock.acquireAsync();
                AtomicInteger ready = new AtomicInteger();
                Future<?> cancelled = another.submit(() -> {
                    meet(ready);
                    waiting.cancel(false);
                });
                meet(ready);
                hold.close();
                cancelled.get(10, TimeUnit.SECONDS);
                if (!waiting.isCancelled()) {
                    waiting.join().close();
                }
                awaitNoLanes(engine, i);
            }
            assertEquals(0, observer.size(), "locks left in the store");
        } finally {
            another.shutdownNow();
            observer.close();
        }
    }

    /** A grant that crosses the cancel is given back by whichever thread delivers it, a moment later. */
    private static void awaitNoLanes(Engine engine, int round) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (engine.lanes().count() > 0) {
            assertTrue(System.nanoTime() < end, "a lane is left in round " + round);
            Thread.yield();
        }
    }

    private static void meet(AtomicInteger ready) {
        ready.incrementAndGet();
        while (ready.get() < 2) {
            Thread.onSpinWait();
        }
    }

    private void interruptAtRandom(List<Thread> threads) throws InterruptedException {
        Random random = new Random(42);
        long end = System.nanoTime() + TIME.toNanos();
        while (System.nanoTime() < end && failure.get() == null) {
            threads.get(random.nextInt(threads.size())).interrupt();
            TimeUnit.MICROSECONDS.sleep(random.nextInt(300));
        }
        over = true;
    }

    private void work(DistributedLock lock, Random random) {
        while (!over && failure.get() == null) {
            try {
                step(lock, random);
            } catch (InterruptedException expected) {
                // The next round starts with a clear flag.
            } catch (LockBackendException expected) {
                // A limit of microseconds may pass before even the memory has answered, and that is not a no.
            } catch (Throwable unexpected) {
                failure.compareAndSet(null, unexpected);
            }
        }
    }

    private void step(DistributedLock lock, Random random) throws InterruptedException {
        switch (random.nextInt(6)) {
            case 0 -> close(lock.acquire());
            case 1 -> lock.tryAcquire(Duration.ofNanos(1 + random.nextInt(200_000))).ifPresent(this::close);
            case 2 -> lock.tryAcquire().ifPresent(this::close);
            case 3 -> withinLockView(lock);
            case 4 -> cancelled(lock.acquireAsync(), random);
            default -> cancelled(lock.tryAcquireAsync(Duration.ofNanos(1 + random.nextInt(200_000))), random);
        }
    }

    private void withinLockView(DistributedLock lock) {
        lock.lock();
        try {
            critical(lock.token());
        } finally {
            lock.unlock();
        }
    }

    private void cancelled(CompletableFuture<?> future, Random random) {
        if (random.nextBoolean()) {
            Thread.yield();
        }
        if (!future.cancel(false) && !future.isCompletedExceptionally()) {
            // The cancel came too late: the lock is ours.
            Object value = future.join();
            if (value instanceof Hold hold) {
                close(hold);
            } else {
                ((Optional<?>) value).ifPresent(hold -> close((Hold) hold));
            }
        }
    }

    private void close(Hold hold) {
        critical(hold.token());
        hold.close();
    }

    private void critical(long token) {
        assertEquals(1, inside.incrementAndGet(), "G1: owners at the same time");
        assertTrue(token > lastToken, "G7: token " + token + " after " + lastToken);
        lastToken = token;
        grants.incrementAndGet();
        inside.decrementAndGet();
    }
}
