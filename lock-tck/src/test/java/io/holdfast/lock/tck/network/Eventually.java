package io.holdfast.lock.tck.network;

import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Waits for what has to come, and watches that what must not come stays away. No test sleeps and hopes. */
final class Eventually {
    /** How long to wait for a thing that has to come. Only a failing test waits as long. */
    static final Duration PRESENCE = Duration.ofSeconds(60);
    /** How long to watch before a thing counts as not coming. */
    static final Duration ABSENCE = Duration.ofMillis(200);

    private Eventually() {}

    static void until(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + PRESENCE.toNanos();
        while (!condition.call()) {
            if (System.nanoTime() - end > 0) {
                fail("not within " + PRESENCE + ": " + what);
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    static void never(String what, Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + ABSENCE.toNanos();
        while (System.nanoTime() - end < 0) {
            if (condition.call()) {
                fail("must not happen, but did: " + what);
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    static <T> T get(CompletableFuture<T> result) throws Exception {
        return result.get(PRESENCE.toMillis(), TimeUnit.MILLISECONDS);
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
}
