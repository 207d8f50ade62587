package io.holdfast.lock.cli;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import java.util.concurrent.locks.ReentrantLock;

/** What a shop does to be alone with the stock. */
@FunctionalInterface
interface Protection {
    /** Runs the purchase under protection, after waiting for it, and returns what it returned. */
    boolean protect(Purchase purchase) throws InterruptedException;

    /** What is to be protected. */
    @FunctionalInterface
    interface Purchase {
        /** Whether there was something to buy. */
        boolean run(long token) throws InterruptedException;
    }

    static Protection none() {
        return purchase -> purchase.run(0);
    }

    /** A lock that only the threads of one shop know. */
    static Protection jvmLock() {
        ReentrantLock lock = new ReentrantLock();
        return purchase -> {
            lock.lockInterruptibly();
            try {
                return purchase.run(0);
            } finally {
                lock.unlock();
            }
        };
    }

    static Protection holdfast(DistributedLock lock) {
        return purchase -> {
            try (Hold hold = lock.acquire()) {
                return purchase.run(hold.token());
            }
        };
    }
}
