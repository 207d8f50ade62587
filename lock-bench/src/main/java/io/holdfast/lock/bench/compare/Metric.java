package io.holdfast.lock.bench.compare;

import io.holdfast.lock.bench.Figure;

/** Something that a scenario measures. */
public enum Metric {
    /** How many times all threads together acquired and released. */
    RATE("pairs/s", "%s pairs/s", true),
    /** The part of all pairs that the JVM with the fewest of them got. */
    SMALLEST_SHARE("share of the JVM with fewer, %", "%s %% for the JVM with fewer", true),
    /** The median time from the release in one JVM to the return of acquire in the other. */
    P50("p50, µs", "p50 %s µs", false),
    /** The time that one hand-off in a hundred exceeds. */
    P99("p99, µs", "p99 %s µs", false);

    private final String heading;
    private final String format;
    private final boolean moreIsBetter;

    Metric(String heading, String format, boolean moreIsBetter) {
        this.heading = heading;
        this.format = format;
        this.moreIsBetter = moreIsBetter;
    }

    /** Of a column of numbers. */
    String heading() {
        return heading;
    }

    /** One number, for instance {@code p50 412 µs}. */
    String text(double value) {
        return String.format(format, Figure.number(value));
    }

    /** The better of two values. */
    double better(double a, double b) {
        return moreIsBetter ? Math.max(a, b) : Math.min(a, b);
    }
}
