package io.holdfast.lock.bench.compare;

/** Something that a scenario measures. */
public enum Metric {
    /** How many times all threads together acquired and released. */
    RATE("pairs/s", true),
    /** The part of all pairs that the JVM with the fewest of them got. */
    SMALLEST_SHARE("% for the JVM with fewer", true),
    /** The median time from the release in one JVM to the return of acquire in the other. */
    P50("µs, p50", false),
    /** The time that one hand-off in a hundred exceeds. */
    P99("µs, p99", false);

    private final String unit;
    private final boolean moreIsBetter;

    Metric(String unit, boolean moreIsBetter) {
        this.unit = unit;
        this.moreIsBetter = moreIsBetter;
    }

    String unit() {
        return unit;
    }

    /** The better of two values. */
    double better(double a, double b) {
        return moreIsBetter ? Math.max(a, b) : Math.min(a, b);
    }
}
