package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.spi.Capability;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The contract of {@link java.util.concurrent.locks.Lock}, on a backend that keeps what it has granted. */
@Shows(Guarantee.G3)
abstract class ReentryTests extends GuaranteeTests {
    ReentryTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void reentryIsCounted() throws Exception {
        String name = freshName();
        DistributedLock lock = client().lock(name);
        DistributedLock other = client().lock(name);
        lock.lock();
        lock.lockInterruptibly();
        assertTrue(lock.tryLock(), "tryLock() by the owner");
        assertTrue(lock.tryLock(1, TimeUnit.SECONDS), "timed tryLock by the owner");
        for (int count = 4; count > 0; count--) {
            assertEquals(count, lock.holdCount(), "hold count");
            assertTrue(lock.isHeldByCurrentThread(), "the owner has the lock");
            assertFalse(other.tryLock(), "another client got the lock before the last unlock");
            lock.unlock();
        }
        assertEquals(0, lock.holdCount(), "hold count after the last unlock");
        assertFalse(lock.isHeldByCurrentThread(), "the lock is still the thread's after the last unlock");
        assertTrue(other.tryLock(), "another client gets the lock after the last unlock");
        other.unlock();
    }

    @Test
    void reentryCostsNoRoundTripAndKeepsTheToken() throws Exception {
        FaultyBackend counted = faulty();
        DistributedLock lock = client(counted).lock(freshName(), longOptions());
        lock.lock();
        long token = tokenOf(lock);
        for (int i = 0; i < 10; i++) {
            lock.lock();
            assertEquals(token, tokenOf(lock), "token after re-entry");
        }
        for (int i = 0; i < 10; i++) {
            lock.unlock();
        }
        assertEquals(1, counted.calls(FaultyBackend.Call.ACQUIRE), "acquire calls for one lock() and ten re-entries");
        assertEquals(0, counted.calls(FaultyBackend.Call.RELEASE), "release calls before the last unlock");
        lock.unlock();
        assertEquals(1, counted.calls(FaultyBackend.Call.RELEASE), "release calls after the last unlock");
    }

    @Test
    void twoViewsOfOneNameAreOneLock() throws Exception {
        String name = freshName();
        LockClient locks = client();
        locks.lock(name).lock();
        locks.lock(name).lock();
        assertEquals(2, locks.lock(name).holdCount(), "hold count over two views");
        locks.lock(name).unlock();
        locks.lock(name).unlock();
        assertBecomesFree(name);
    }

    @Test
    void anotherThreadNeitherEntersNorUnlocks() throws Exception {
        DistributedLock lock = client().lock(freshName());
        lock.lock();
        crew.start(() -> {
            assertThrows(IllegalMonitorStateException.class, lock::unlock, "unlock() by a thread that does not have the lock");
            assertThrows(IllegalMonitorStateException.class, lock::token, "token() by a thread that does not have the lock");
            assertEquals(0, lock.holdCount(), "hold count of a thread that does not have the lock");
            assertFalse(lock.isHeldByCurrentThread(), "the lock is another thread's");
            assertFalse(lock.tryLock(), "another thread of the same client got the lock");
        });
        crew.finish();
        assertTrue(lock.isHeldByCurrentThread(), "the owner still has the lock");
        lock.unlock();
        assertThrows(IllegalMonitorStateException.class, lock::unlock, "one unlock() too many");
    }

    @Test
    void interruptOnEntryIsThrownEvenOnReentry() throws Exception {
        DistributedLock lock = client().lock(freshName());
        assertThrownOnEntry(lock);
        lock.lock();
        assertThrownOnEntry(lock);
        assertEquals(1, lock.holdCount(), "hold count after interrupted re-entries");
        lock.unlock();
    }

    private static void assertThrownOnEntry(DistributedLock lock) {
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, lock::lockInterruptibly, "lockInterruptibly() with the flag set");
        assertFalse(Thread.interrupted(), "the flag is cleared by InterruptedException");
        Thread.currentThread().interrupt();
        assertThrows(InterruptedException.class, () -> lock.tryLock(1, TimeUnit.SECONDS), "timed tryLock with the flag set");
        assertFalse(Thread.interrupted(), "the flag is cleared by InterruptedException");
    }

    @Test
    void lockAndTryLockKeepTheInterruptFlag() throws Exception {
        DistributedLock lock = client().lock(freshName());
        Thread.currentThread().interrupt();
        lock.lock();
        boolean afterLock = Thread.currentThread().isInterrupted();
        boolean entered = lock.tryLock();
        boolean afterTryLock = Thread.interrupted();
        assertTrue(afterLock, "lock() swallowed the interrupt flag");
        assertTrue(entered, "tryLock() by the owner with the flag set");
        assertTrue(afterTryLock, "tryLock() swallowed the interrupt flag");
        lock.unlock();
        lock.unlock();
    }

    @Test
    void timedTryLockOfZeroAsksWithoutWaiting() throws Exception {
        String name = freshName();
        DistributedLock lock = client().lock(name);
        DistributedLock other = client().lock(name);
        assertTrue(lock.tryLock(0, TimeUnit.SECONDS), "tryLock(0) of a free lock");
        assertFalse(other.tryLock(0, TimeUnit.SECONDS), "tryLock(0) of a held lock");
        assertFalse(other.tryLock(-1, TimeUnit.SECONDS), "tryLock(-1) of a held lock");
        lock.unlock();
    }

    @Test
    void conditionsAreRefused() throws Exception {
        DistributedLock lock = client().lock(freshName());
        assertThrows(UnsupportedOperationException.class, lock::newCondition, "newCondition()");
    }

    /** The same number for all where the backend has no tokens. */
    private long tokenOf(DistributedLock lock) {
        return info().can(Capability.FENCING) ? lock.token() : 0;
    }
}
