package io.holdfast.lock.internal;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Bounded waiting that an interrupt does not end; the flag is set again afterwards. For clean-up code and plain questions. */
final class Uninterruptible {
    private Uninterruptible() {}

    static <T> T get(CompletableFuture<T> future, long nanos) throws ExecutionException, TimeoutException {
        boolean interrupted = false;
        long end = System.nanoTime() + nanos;
        try {
            while (true) {
                try {
                    return future.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
