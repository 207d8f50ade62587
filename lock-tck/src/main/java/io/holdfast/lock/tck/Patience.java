package io.holdfast.lock.tck;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.opentest4j.AssertionFailedError;

/**
 * How long the kit waits. No test sleeps and hopes: it waits for a condition, or watches that one does not come.
 *
 * @param presence how long to wait for a thing that has to come. Only a failing test waits as long
 * @param absence how long to watch before a thing counts as not coming. Every test of an absence takes as long
 */
public record Patience(Duration presence, Duration absence) {
    /** 20 s for a thing to come, 200 ms for a thing to stay away. */
    public static final Patience DEFAULT = new Patience(Duration.ofSeconds(20), Duration.ofMillis(200));

    /**
     * Checks that both are there.
     *
     * @param presence how long to wait for a thing that has to come
     * @param absence how long to watch before a thing counts as not coming
     */
    public Patience {
        requireNonNull(presence, "presence");
        requireNonNull(absence, "absence");
    }

    /**
     * Both values multiplied, for slow servers and busy machines.
     *
     * @param factor larger than one for more patience
     * @return the new patience
     */
    public Patience times(double factor) {
        return new Patience(scaled(presence, factor), scaled(absence, factor));
    }

    /** Waits until the condition is true, or fails. */
    void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + presence.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new AssertionFailedError("not within " + presence.toMillis() + " ms: " + what);
            }
            pause();
        }
    }

    /** Watches that the condition stays false. */
    void never(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + absence.toNanos();
        while (System.nanoTime() - end < 0) {
            if (condition.getAsBoolean()) {
                throw new AssertionFailedError("must not happen, but did: " + what);
            }
            pause();
        }
    }

    /** The result of the stage, or a failure if it does not come. What the stage failed with is thrown as it is. */
    <T> T await(String what, CompletionStage<T> stage) throws Exception {
        try {
            return stage.toCompletableFuture().get(presence.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            throw new AssertionFailedError("not within " + presence.toMillis() + " ms: " + what);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof Error error) {
                throw error;
            }
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    private static Duration scaled(Duration value, double factor) {
        return Duration.ofNanos(Math.round(value.toNanos() * factor));
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(1);
        } catch (InterruptedException ended) {
            throw new AssertionFailedError("the test was interrupted while it waited", ended);
        }
    }
}
