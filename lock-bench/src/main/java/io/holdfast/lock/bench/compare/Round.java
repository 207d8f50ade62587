package io.holdfast.lock.bench.compare;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * What all contenders did in one scenario, one after the other. Only what stands in the same round is compared: the machine may
 * be twice as fast in the next.
 *
 * @param results by the contender's name
 */
record Round(Map<String, Result> results) {
    Round {
        results = Map.copyOf(results);
    }

    /** Empty if it did not take part. */
    OptionalDouble value(String contender, Metric metric) {
        Result result = results.get(contender);
        return result == null ? OptionalDouble.empty() : OptionalDouble.of(result.value(metric));
    }

    /** Of those who took part. */
    OptionalDouble best(List<String> contenders, Metric metric) {
        return contenders.stream().filter(results::containsKey).mapToDouble(name -> results.get(name).value(metric))
                .reduce(metric::better);
    }

    static OptionalDouble quotient(OptionalDouble above, OptionalDouble below) {
        return above.isPresent() && below.isPresent()
                ? OptionalDouble.of(above.getAsDouble() / below.getAsDouble()) : OptionalDouble.empty();
    }
}
