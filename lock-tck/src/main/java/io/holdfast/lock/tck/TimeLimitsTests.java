package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Waits that end without the lock. What happens when their end crosses a grant is in {@link #withdrawalsThatCrossAGrantLeaveNothing}. */
@Shows(Guarantee.G10)
abstract class TimeLimitsTests extends GuaranteeTests {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    TimeLimitsTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void limitsAreKeptWhileAnotherHoldsTheLock() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        DistributedLock lock = client().lock(name, longOptions().withWaitLimit(LIMIT));
        assertKept(() -> assertTrue(lock.tryAcquire(LIMIT).isEmpty(), "tryAcquire got a lock that is held"));
        assertKept(() -> assertFalse(lock.tryLock(LIMIT.toMillis(), TimeUnit.MILLISECONDS), "tryLock got a lock that is held"));
        assertKept(() -> assertThrows(LockTimeoutException.class, lock::acquire, "acquire() with a wait limit"));
        hold.close();
        assertBecomesFree(name);
    }

    @Test
    void limitsAreKeptWhileTheBackendHangs() throws Exception {
        FaultyBackend hanging = faulty();
        hanging.always(FaultyBackend.Call.ACQUIRE, Fault.HANG);
        DistributedLock lock = client(hanging, builder -> builder).lock(freshName());
        assertKept(() -> assertThrows(LockBackendException.class, () -> lock.tryAcquire(LIMIT), "tryAcquire of a backend that hangs"));
        assertKept(() -> assertThrows(LockBackendException.class, () -> lock.tryLock(LIMIT.toMillis(), TimeUnit.MILLISECONDS),
                "tryLock of a backend that hangs"));
        hanging.heal();
        assertBecomesFree(lock.name());
    }

    private static void assertKept(Executable waiting) throws Exception {
        long start = System.nanoTime();
        try {
            waiting.execute();
        } catch (Exception | Error failure) {
            throw failure;
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
        long millis = millisSince(start);
        assertTrue(millis >= LIMIT.toMillis() * 9 / 10, () -> "gave up after " + millis + " ms, before the limit of " + LIMIT);
        assertTrue(millis < LIMIT.toMillis() * 19 / 10, () -> "gave up after " + millis + " ms, the limit was " + LIMIT);
    }

    @Test
    void interruptEndsAWait() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        DistributedLock lock = client().lock(name, longOptions());
        assertInterruptible(lock::acquire);
        assertInterruptible(lock::lockInterruptibly);
        assertInterruptible(() -> lock.tryAcquire(patience.presence().multipliedBy(2)));
        hold.close();
        assertBecomesFree(name);
    }

    @Test
    void interruptEndsAWaitWhileTheBackendHangs() throws Exception {
        FaultyBackend hanging = faulty();
        hanging.always(FaultyBackend.Call.ACQUIRE, Fault.HANG);
        DistributedLock lock = client(hanging, builder -> builder).lock(freshName());
        assertInterruptible(lock::acquire);
        hanging.heal();
        assertBecomesFree(lock.name());
    }

    private void assertInterruptible(Executable waiting) throws Exception {
        Crew.Member<Void> waiter = crew.start(() -> {
            assertThrows(InterruptedException.class, waiting, "an interrupted wait");
            assertFalse(Thread.currentThread().isInterrupted(), "the flag is set although InterruptedException was thrown");
        });
        patience.until("the thread waits", () -> waiter.thread().getState() == Thread.State.TIMED_WAITING
                || waiter.thread().getState() == Thread.State.WAITING);
        waiter.interrupt();
        crew.finish(waiter);
    }

    @Test
    void interruptDoesNotEndLockAndIsKept() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        DistributedLock lock = client().lock(name, longOptions());
        Crew.Member<Boolean> waiter = crew.ask(() -> {
            lock.lock();
            boolean flag = Thread.interrupted();
            lock.unlock();
            return flag;
        });
        waiter.interrupt();
        patience.never("lock() ends by an interrupt", waiter::isDone);
        hold.close();
        assertTrue(crew.finish(waiter), "lock() swallowed the interrupt flag");
        assertBecomesFree(name);
    }

    @Test
    void cancelledFutureWithdraws() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        FaultyBackend counted = faulty();
        CompletableFuture<Hold> wait = client(counted).lock(name, longOptions()).acquireAsync();
        patience.until("the wait is confirmed", () -> counted.confirmedWaits() == 1);
        wait.cancel(false);
        patience.until("the withdrawal is sent", () -> counted.calls(FaultyBackend.Call.RELEASE) > 0);
        hold.close();
        assertBecomesFree(name);
    }

    @Test
    void withdrawnWaiterNeverGetsTheLock() throws Exception {
        String name = freshName();
        SpiClient owner = spi();
        SpiClient other = spi();
        Acquisition held = owner.request(name, longLease());
        owner.take(held);
        Acquisition waits = other.patient(name, longLease());
        CompletableFuture<AcquireOutcome> outcome = other.send(waits);
        patience.until("the wait is confirmed", () -> other.isWaiting(waits));
        other.release(waits);
        assertFalse(patience.await("the withdrawn wait ends", outcome) instanceof AcquireOutcome.Granted,
                "a withdrawn waiter got the lock");
        owner.release(held);
        assertBecomesFree(name);
    }

    @Test
    void withdrawalsThatCrossAGrantLeaveNothing() throws Exception {
        String name = freshName();
        DistributedLock owner = clientWithoutHandOff().lock(name, longOptions());
        DistributedLock waiter = clientWithoutHandOff().lock(name, longOptions());
        for (int round = 0; round < workload(300); round++) {
            Hold hold = owner.tryAcquire(patience.presence())
                    .orElseThrow(() -> new AssertionError("the lock is not free again after a withdrawal crossed a grant"));
            Crew.Member<Void> waiting = giveUpSoon(waiter, round % 3, random.nextInt(1_000));
            TimeUnit.MICROSECONDS.sleep(random.nextInt(1_000));
            hold.close();
            crew.finish(waiting);
        }
        assertBecomesFree(name);
    }

    /** A limit may be shorter than a round trip; then nobody knows yet whether the lock is taken. */
    private static void closeUnlessUnknown(DistributedLock lock, Duration limit) throws InterruptedException {
        try {
            lock.tryAcquire(limit).ifPresent(Hold::close);
        } catch (LockBackendException shorterThanARoundTrip) {
            assertTrue(shorterThanARoundTrip.isOutcomeUnknown(), "a limit that passed before the backend answered");
        }
    }

    private Crew.Member<Void> giveUpSoon(DistributedLock lock, int how, int micros) throws Exception {
        if (how == 0) {
            return crew.start(() -> closeUnlessUnknown(lock, Duration.ofNanos(micros * 1_000L + 1)));
        }
        if (how == 1) {
            return crew.start(() -> {
                CompletableFuture<Hold> wait = lock.acquireAsync();
                TimeUnit.MICROSECONDS.sleep(micros);
                if (!wait.cancel(false)) {
                    wait.join().close();
                }
            });
        }
        Crew.Member<Void> waiting = crew.start(() -> closeUnlessInterrupted(lock));
        crew.start(() -> {
            TimeUnit.MICROSECONDS.sleep(micros);
            waiting.interrupt();
        });
        return waiting;
    }

    private static void closeUnlessInterrupted(DistributedLock lock) {
        try {
            lock.acquire().close();
        } catch (InterruptedException withdrawn) {
            // That is one of the two ways in which it may end.
        }
    }
}
