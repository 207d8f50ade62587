package io.holdfast.lock.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LockTimeoutException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EngineLockTest {
    private final ManualEngine manual = new ManualEngine();
    private final DistributedLock lock = manual.lock("a");
    private final ExecutorService anotherThread = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        anotherThread.shutdownNow();
        manual.close();
    }

    @Test
    void reentryIsCountedAndCostsNoRoundTrip() {
        lock.lock();
        long token = lock.token();
        manual.lock("a").lock();
        assertTrue(manual.engine.lock("a", ManualEngine.OPTIONS.withPurpose("another view")).tryLock());
        assertEquals(3, lock.holdCount());
        assertEquals(token, lock.token());
        assertEquals(1, manual.backend.acquired.size());
        lock.unlock();
        lock.unlock();
        assertTrue(lock.isHeldByCurrentThread());
        assertTrue(manual.other.inspect("a").isHeld());
        lock.unlock();
        assertFalse(lock.isHeldByCurrentThread());
        assertFalse(manual.other.inspect("a").isHeld());
        assertThrows(IllegalMonitorStateException.class, lock::unlock);
        assertThrows(IllegalMonitorStateException.class, lock::token);
    }

    @Test
    void oneThreadMayHaveManyLocks() {
        for (int i = 0; i < 100; i++) {
            manual.lock("lock " + i).lock();
        }
        for (int i = 0; i < 100; i++) {
            assertTrue(manual.lock("lock " + i).isHeldByCurrentThread());
            manual.lock("lock " + i).unlock();
            assertEquals(0, manual.lock("lock " + i).holdCount());
        }
        assertEquals(0, manual.memory.size());
    }

    @Test
    void anotherThreadCannotUnlock() throws Exception {
        lock.lock();
        ExecutionException refused = assertThrows(ExecutionException.class, () -> anotherThread.submit(lock::unlock).get());
        assertEquals(IllegalMonitorStateException.class, refused.getCause().getClass());
        assertFalse(anotherThread.submit(() -> lock.tryLock()).get());
        lock.unlock();
    }

    @Test
    void reentryOnALostHoldThrowsAndUnlockCountsAllTheSame() {
        lock.lock();
        lock.lock();
        manual.other.forceRelease("a");
        assertThrows(LockLostException.class, lock::lock);
        assertThrows(LockLostException.class, lock::tryLock);
        assertFalse(lock.isHeldByCurrentThread());
        assertEquals(2, lock.holdCount());
        assertThrows(LockLostException.class, lock::unlock);
        assertThrows(LockLostException.class, lock::unlock);
        assertThrows(IllegalMonitorStateException.class, lock::unlock);
        lock.lock();
        lock.unlock();
    }

    @Test
    void interruptOnEntryIsToldBeforeAnythingIsSent() {
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, lock::lockInterruptibly);
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> lock.tryLock(1, TimeUnit.SECONDS));
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, lock::acquire);
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> lock.tryAcquire(Duration.ofSeconds(1)));
        assertEquals(0, manual.backend.acquired.size());
    }

    @Test
    void whatIsNotInterruptedKeepsTheFlag() {
        Thread.currentThread().interrupt();
        lock.lock();
        assertTrue(Thread.currentThread().isInterrupted());
        lock.unlock();
        assertTrue(lock.tryLock());
        lock.unlock();
        lock.tryAcquire().orElseThrow().close();
        assertTrue(Thread.interrupted());
    }

    @Test
    void timeOfZeroOrLessAsksWithoutWaiting() throws Exception {
        Hold held = manual.otherLock("a").acquire();
        assertFalse(lock.tryLock(0, TimeUnit.SECONDS));
        assertFalse(lock.tryLock(-5, TimeUnit.SECONDS));
        held.close();
        assertTrue(lock.tryLock(0, TimeUnit.SECONDS));
        lock.unlock();
    }

    @Test
    void badLimitsAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> lock.tryAcquire(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> lock.tryAcquireAsync(Duration.ofSeconds(-1)));
        assertThrows(NullPointerException.class, () -> lock.tryAcquire(null));
        assertThrows(NullPointerException.class, () -> lock.tryLock(1, null));
        assertThrows(UnsupportedOperationException.class, lock::newCondition);
        assertEquals(0, manual.backend.acquired.size());
    }

    @Test
    void endlessLimitsDoNotOverflow() throws Exception {
        lock.tryAcquire(Duration.ofSeconds(Long.MAX_VALUE)).orElseThrow().close();
        assertTrue(lock.tryLock(Long.MAX_VALUE, TimeUnit.DAYS));
        lock.unlock();
    }

    @Test
    void waitLimitHoldsForLockToo() throws Exception {
        try (Engine real = new Engine(manual.memory.open(), EngineConfig.defaults())) {
            Hold held = manual.otherLock("a").acquire();
            DistributedLock limited = real.lock("a", ManualEngine.OPTIONS.withWaitLimit(Duration.ofMillis(30)));
            assertThrows(LockTimeoutException.class, limited::lock);
            assertThrows(LockTimeoutException.class, limited::acquire);
            assertEquals(0, limited.holdCount());
            held.close();
        }
    }

    @Test
    void overflowOfTheHoldCountIsAnError() throws Exception {
        lock.lock();
        ThreadHolds.Entry entry = manual.engine.threadHolds().find("a");
        while (entry.count() < Integer.MAX_VALUE) {
            entry.increment();
        }
        assertEquals("Maximum lock count exceeded", assertThrows(Error.class, lock::lock).getMessage());
        assertEquals(Integer.MAX_VALUE, lock.holdCount());
    }

    @Test
    void closedHoldIsClosedForGood() throws Exception {
        Hold hold = lock.acquire();
        hold.close();
        hold.close();
        hold.closeAsync().join();
        assertFalse(hold.isValid());
        assertThrows(IllegalStateException.class, hold::ensureValid);
        hold.onLost(reason -> {
            throw new AssertionError("a closed hold can't be lost");
        });
    }
}
