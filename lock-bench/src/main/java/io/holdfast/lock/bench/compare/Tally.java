package io.holdfast.lock.bench.compare;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What one worker JVM did in one window of time.
 *
 * @param pairs how many pairs were done when the window closed
 * @param nanos how long the window was
 * @param allPairs how many were done in all, with those that were under way when it closed
 * @param samples how long each hand-off took, in nanoseconds; empty where none are measured
 */
record Tally(long pairs, long nanos, long allPairs, long... samples) {
    double pairsPerSecond() {
        return pairs * (double) TimeUnit.SECONDS.toNanos(1) / nanos;
    }

    /** One line for the way between processes. */
    String line() {
        String text = Arrays.stream(samples).mapToObj(Long::toString).collect(Collectors.joining(","));
        return (pairs + " " + nanos + " " + allPairs + " " + text).strip();
    }

    static Tally parse(String line) {
        String[] parts = line.split(" ");
        long[] samples = parts.length < 4 ? new long[0] : Arrays.stream(parts[3].split(",")).mapToLong(Long::parseLong).toArray();
        return new Tally(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]), samples);
    }
}
