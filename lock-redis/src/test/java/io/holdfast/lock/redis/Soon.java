package io.holdfast.lock.redis;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.opentest4j.AssertionFailedError;

/** How long these tests wait: for a thing that has to come, and to see that one stays away. */
final class Soon {
    /** Only a failing test waits so long. */
    static final Duration PRESENCE = Duration.ofSeconds(20);
    /** Every test of an absence takes so long. */
    static final Duration ABSENCE = Duration.ofMillis(200);

    private Soon() {}

    static void until(String what, BooleanSupplier condition) {
        until(what, PRESENCE, condition);
    }

    static void until(String what, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionFailedError("not within " + limit.toMillis() + " ms: " + what);
            }
            pause();
        }
    }

    static void never(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + ABSENCE.toNanos();
        while (System.nanoTime() - end < 0) {
            if (condition.getAsBoolean()) {
                throw new AssertionFailedError("must not happen, but did: " + what);
            }
            pause();
        }
    }

    /** What the stage comes to; what it failed with is thrown as it is. */
    static <T> T get(String what, CompletionStage<T> stage) throws Exception {
        return get(what, PRESENCE, stage);
    }

    static <T> T get(String what, Duration limit, CompletionStage<T> stage) throws Exception {
        try {
            return stage.toCompletableFuture().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new AssertionFailedError("not within " + limit.toMillis() + " ms: " + what);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    /** What something comes to that blocks meanwhile, on a thread of its own. */
    static <T> CompletableFuture<T> async(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(work.call());
            } catch (Throwable failure) {
                result.completeExceptionally(failure);
            }
        }, "test-async");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(2);
        } catch (InterruptedException ended) {
            throw new AssertionFailedError("the test was interrupted while it waited", ended);
        }
    }
}
