package io.holdfast.lock.bench;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** What each benchmark scored and allocated, round by round. */
final class Samples {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    // Mutable state
    private final Map<String, List<Double>> scores = new HashMap<>();
    private final Map<String, List<Double>> allocations = new HashMap<>();

    void add(RunResult result) {
        String name = name(result);
        scores.computeIfAbsent(name, key -> new ArrayList<>()).add(result.getPrimaryResult().getScore());
        result.getSecondaryResults().forEach((label, value) -> addAllocation(name, label, value));
    }

    Figure score(String benchmark) {
        return Figure.of(values(scores, benchmark));
    }

    /** Bytes for each operation. */
    Figure allocated(String benchmark) {
        return Figure.of(values(allocations, benchmark));
    }

    /** The quotients within each round, never of figures from different rounds. */
    Figure ratio(String dividend, String divisor) {
        List<Double> above = scores.getOrDefault(dividend, List.of());
        List<Double> below = scores.getOrDefault(divisor, List.of());
        int rounds = Math.min(above.size(), below.size());
        return Figure.of(IntStream.range(0, rounds).mapToDouble(round -> above.get(round) / below.get(round)));
    }

    private void addAllocation(String name, String label, Result<?> value) {
        if (label.endsWith(ALLOCATED)) {
            allocations.computeIfAbsent(name, key -> new ArrayList<>()).add(value.getScore());
        }
    }

    private static DoubleStream values(Map<String, List<Double>> samples, String benchmark) {
        return samples.getOrDefault(benchmark, List.of()).stream().mapToDouble(Double::doubleValue);
    }

    /** Without package and the word that all have in common: {@code Contended.increment:holdfast}. */
    private static String name(RunResult result) {
        String benchmark = result.getParams().getBenchmark().replaceFirst(".*\\.(\\w+)Benchmark\\.", "$1.");
        String kind = result.getParams().getParam("kind");
        return kind == null ? benchmark : benchmark + ":" + kind;
    }
}
