package io.holdfast.lock.bench.compare;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What one contender did in one round.
 *
 * @param values by metric, those of the scenario
 */
record Result(Map<Metric, Double> values) {
    private static final double MICROSECOND = 1e3;

    Result {
        values = Map.copyOf(values);
    }

    /** Adds up what the worker JVMs of a contender have measured. */
    static Result of(Scenario scenario, List<Tally> tallies) {
        return new Result(scenario == Scenario.HANDOFF ? handOff(tallies) : pairs(tallies));
    }

    double value(Metric metric) {
        return values.getOrDefault(metric, Double.NaN);
    }

    private static Map<Metric, Double> pairs(List<Tally> tallies) {
        double all = tallies.stream().mapToDouble(Tally::pairsPerSecond).sum();
        double fewest = tallies.stream().mapToDouble(Tally::pairsPerSecond).min().orElseThrow();
        Map<Metric, Double> values = new EnumMap<>(Metric.class);
        values.put(Metric.RATE, all);
        values.put(Metric.SMALLEST_SHARE, all == 0 ? 0 : 100 * fewest / all);
        return values;
    }

    private static Map<Metric, Double> handOff(List<Tally> tallies) {
        long[] sorted = tallies.stream().flatMapToLong(tally -> Arrays.stream(tally.samples())).sorted().toArray();
        if (sorted.length == 0) {
            throw new IllegalStateException("no hand-off was seen");
        }
        return Map.of(Metric.P50, percentile(sorted, 50) / MICROSECOND, Metric.P99, percentile(sorted, 99) / MICROSECOND);
    }

    /** The smallest value that at least so many percent do not exceed. */
    static double percentile(long[] sorted, int percent) {
        return sorted[Math.max(0, (int) Math.ceil(sorted.length * percent / 100.0) - 1)];
    }
}
