package io.holdfast.lock.bench.compare;

import java.time.Duration;

/** A line for each step, with the time that is left if the rest is as slow as what was done. */
final class Progress {
    private final long start = System.nanoTime();
    private final long plannedMillis;

    // Mutable state
    private long doneMillis;

    /** @param plannedMillis what all steps should take together */
    Progress(long plannedMillis) {
        this.plannedMillis = plannedMillis;
    }

    /** A step is done that should have taken so long. */
    void step(long millis, String what) {
        doneMillis = Math.min(plannedMillis, doneMillis + millis);
        System.out.printf("%-90s %s left%n", what, text(left(System.nanoTime() - start)));
    }

    private Duration left(long elapsedNanos) {
        return Duration.ofNanos((long) (elapsedNanos * ((double) (plannedMillis - doneMillis) / doneMillis)));
    }

    static String text(Duration time) {
        long seconds = (time.toMillis() + 999) / 1_000;
        return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
    }
}
