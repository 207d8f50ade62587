package io.holdfast.lock.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * What several rounds say about one thing. On a noisy machine the range says as much as the median.
 *
 * @param sorted the rounds' values, smallest first; empty if it was not run
 */
public record Figure(double... sorted) {
    public Figure {
        sorted = sorted.clone();
        Arrays.sort(sorted);
    }

    public static Figure of(DoubleStream values) {
        return new Figure(values.toArray());
    }

    public boolean wasRun() {
        return sorted.length > 0;
    }

    public double median() {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** For instance {@code 1,280 ns (960 to 1,675)}. */
    public String text(String unit) {
        if (!wasRun()) {
            return "not run";
        }
        String range = sorted.length == 1 ? "" : " (" + number(sorted[0]) + " to " + number(sorted[sorted.length - 1]) + ")";
        return (number(median()) + " " + unit).strip() + range;
    }

    public static String number(double value) {
        return String.format(Locale.ROOT, value < 10 && value != Math.rint(value) ? "%.2f" : "%,.0f", value);
    }
}
