package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/** Waits for what has to come, and watches that what must not come stays away. No test sleeps and hopes. */
final class Eventually {
    /** How long to wait for a thing that has to come. Only a failing test waits as long. */
    static final Duration PRESENCE = Duration.ofSeconds(20);
    /** How long to watch before a thing counts as not coming. */
    static final Duration ABSENCE = Duration.ofMillis(200);

    private Eventually() {}

    /** Waits until the condition is true, or fails. */
    static void until(String what, BooleanSupplier condition) {
        until(what, PRESENCE, condition);
    }

    static void until(String what, Duration limit, BooleanSupplier condition) {
        long end = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                fail("not within " + limit + ": " + what);
            }
            pause();
        }
    }

    /** Watches that the condition stays false. */
    static void never(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + ABSENCE.toNanos();
        while (System.nanoTime() - end < 0) {
            if (condition.getAsBoolean()) {
                fail("must not happen, but did: " + what);
            }
            pause();
        }
    }

    /** The result of the stage, or a failure if it does not come. What the stage failed with is thrown as it is. */
    static <T> T get(String what, CompletionStage<T> stage) throws Exception {
        return get(what, PRESENCE, stage);
    }

    static <T> T get(String what, Duration limit, CompletionStage<T> stage) throws Exception {
        try {
            return stage.toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            return fail("not within " + limit + ": " + what);
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    /** Runs something that blocks on a thread of its own. */
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
            TimeUnit.MILLISECONDS.sleep(5);
        } catch (InterruptedException ended) {
            fail("the test was interrupted while it waited", ended);
        }
    }
}
