package io.holdfast.lock.bench.compare;

import io.holdfast.lock.bench.compare.Session.ThreadLock;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

/**
 * Hands the lock to and fro with the same loop in another JVM, and measures how long it is on the way: from just before release is
 * called there until acquire has returned here.
 *
 * <p>The lock is only given up when the other has been asking for a millisecond, so that it surely waits; and asked for again
 * only when the other has it, so that an unfair lock can't give it back to the one who just had it.
 *
 * <p>The moments are of two processes and can be compared all the same: see {@link Window}.
 */
final class HandOffLoop extends WorkLoop {
    private static final long HOLD = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LOOK_AGAIN = TimeUnit.MICROSECONDS.toNanos(50);

    private final ThreadLock lock;
    private final Guard guard;
    private final SharedMemory memory;
    private final int me;
    private final int other;
    private final int releasedAt;
    private final int releasedBy;
    private final int asking;

    // Mutable state, of the loop's thread
    private long[] samples = {};

    /**
     * @param me this JVM, 0 or 1
     * @param firstSlot where in the memory the two keep their notes
     */
    HandOffLoop(ThreadLock lock, Guard guard, SharedMemory memory, int firstSlot, int me) {
        this.lock = lock;
        this.guard = guard;
        this.memory = memory;
        this.me = me;
        this.other = 1 - me;
        this.releasedAt = firstSlot;
        this.releasedBy = firstSlot + 1;
        this.asking = firstSlot + 2;
    }

    @Override
    void run(Window window) throws Exception {
        LongStream.Builder times = LongStream.builder();
        while (window.isOpen()) {
            takeOver(times);
            waitWhile(() -> window.isOpen() && !isAsking(other));
            spin(HOLD);
            giveUp();
            pairDone();
            waitWhile(() -> window.isOpen() && isAsking(other));
        }
        samples = times.build().toArray();
    }

    @Override
    long[] samples() {
        return samples.clone();
    }

    private void takeOver(LongStream.Builder times) throws Exception {
        long asked = System.nanoTime();
        memory.set(asking + me, 1);
        lock.acquire();
        long acquired = System.nanoTime();
        memory.set(asking + me, 0);
        guard.enter();
        long released = memory.get(releasedAt);
        if (memory.get(releasedBy) == other && released - asked >= HOLD / 2) {
            times.add(acquired - released);
        }
    }

    private void giveUp() throws Exception {
        guard.exit();
        memory.set(releasedBy, me);
        memory.set(releasedAt, System.nanoTime());
        lock.release();
    }

    private boolean isAsking(int jvm) {
        return memory.get(asking + jvm) == 1;
    }

    private static void waitWhile(BooleanSupplier condition) {
        while (condition.getAsBoolean()) {
            LockSupport.parkNanos(LOOK_AGAIN);
        }
    }

    private static void spin(long nanos) {
        for (long start = System.nanoTime(); System.nanoTime() - start < nanos; ) {
            Thread.onSpinWait();
        }
    }
}
