package io.holdfast.lock.bench;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A number that is only right if nobody increments it at the same time as another. Each thread reports how often it did, and
 * the last one compares: two owners at once make the run fail, however fast it was.
 */
final class Counter {
    // Mutable state: the value is guarded by the lock under test, the rest is thread safe by itself
    private long value;
    private final AtomicLong expected = new AtomicLong();
    private final AtomicInteger threadsLeft;

    Counter(int threads) {
        threadsLeft = new AtomicInteger(threads);
    }

    void increment() {
        value++;
    }

    /**
     * A thread is through.
     *
     * @throws IllegalStateException if it was the last one and an increment is missing
     */
    void finished(long increments) {
        long sum = expected.addAndGet(increments);
        if (threadsLeft.decrementAndGet() == 0 && value != sum) {
            throw new IllegalStateException("OVERLAP (G1): " + sum + " increments under the lock, but the counter says " + value);
        }
    }
}
