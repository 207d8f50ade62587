package io.holdfast.lock.tck.history;

import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;

/**
 * Pairs in the wrong order: one was over before the other began, and yet has the larger number.
 *
 * @param end when the earlier one of a pair was over
 * @param start when the later one of a pair began
 * @param number what has to grow
 */
record Overtaking(ToLongFunction<Attempt> end, ToLongFunction<Attempt> start, ToLongFunction<Attempt> number) {
    /**
     * For each of the later ones, at most one pair: with the largest number of all that were over before it began. So two sorts
     * are enough, where all pairs would be too many to look at.
     */
    void find(List<Attempt> earlier, List<Attempt> later, BiConsumer<Attempt, Attempt> found) {
        List<Attempt> byEnd = earlier.stream().sorted(Comparator.comparingLong(end)).toList();
        int over = 0;
        Attempt largest = null;
        for (Attempt attempt : later.stream().sorted(Comparator.comparingLong(start)).toList()) {
            long began = start.applyAsLong(attempt);
            for (; over < byEnd.size() && end.applyAsLong(byEnd.get(over)) < began; over++) {
                if (largest == null || number.applyAsLong(byEnd.get(over)) > number.applyAsLong(largest)) {
                    largest = byEnd.get(over);
                }
            }
            if (largest != null && number.applyAsLong(largest) > number.applyAsLong(attempt)) {
                found.accept(largest, attempt);
            }
        }
    }
}
