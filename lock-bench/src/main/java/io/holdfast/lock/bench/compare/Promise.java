package io.holdfast.lock.bench.compare;

import io.holdfast.lock.bench.Figure;
import java.util.List;
import java.util.function.Function;

/**
 * A figure that we have promised, and hold the measured median against.
 *
 * @param atLeast whether the median should not be below the limit; otherwise it should not be above
 * @param unit what stands behind the numbers, for instance {@code times RLock}
 * @param figure finds it in what was measured
 */
public record Promise(Scenario scenario, boolean atLeast, double limit, String unit, Function<Comparison, Figure> figure) {
    /** A figure that should be large. */
    public static Promise atLeast(double limit, Scenario scenario, String unit, Function<Comparison, Figure> figure) {
        return new Promise(scenario, true, limit, unit, figure);
    }

    /** A figure that should be small. */
    public static Promise atMost(double limit, Scenario scenario, String unit, Function<Comparison, Figure> figure) {
        return new Promise(scenario, false, limit, unit, figure);
    }

    Outcome check(List<Comparison> comparisons) {
        return new Outcome(this, comparisons.stream().filter(comparison -> comparison.scenario() == scenario).findFirst()
                .map(figure).orElseGet(Figure::new));
    }

    /** For instance {@code uncontended: at least 1.25 times RLock}. */
    String text() {
        return scenario.id() + ": " + (atLeast ? "at least " : "at most ") + Figure.number(limit) + " " + unit;
    }

    /**
     * What has become of a promise.
     *
     * @param measured may be that it was not run, which is not a miss
     */
    record Outcome(Promise promise, Figure measured) {
        /** One line. */
        String text() {
            String verdict = !measured.wasRun() ? "not run" : isMissed() ? "MISSED" : "met";
            return String.format("%-8s %s: %s", verdict, promise.text(), measured.text(""));
        }

        boolean isMissed() {
            return measured.wasRun() && !isKept(measured.median());
        }

        private boolean isKept(double median) {
            return promise.atLeast ? median >= promise.limit : median <= promise.limit;
        }
    }
}
