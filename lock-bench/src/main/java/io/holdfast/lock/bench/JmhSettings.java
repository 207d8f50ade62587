package io.holdfast.lock.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How much is measured.
 *
 * @param rounds how often all benchmarks run, one after the other: what is compared has run minutes apart at most, and on a
 *     machine that gets busy for a while only some rounds suffer
 * @param defaults JMH options that hold unless the user gives others
 * @param leaveOut JMH options that leave out what has no target, if the user has no wishes of his own
 */
record JmhSettings(int rounds, Map<String, String> defaults, List<String> leaveOut) {
    private static final Set<String> QUESTIONS = Set.of("-h", "-l", "-lp", "-lprof", "-lrf");

    /** The warm-up is longer than the measurement: on a busy machine the compiler needs two seconds to get its work done. */
    static JmhSettings quick() {
        return new JmhSettings(2, times("3", "700ms", "3", "400ms"),
                List.of("-e", "acquireCloseManyNames", "-p", "kind=holdfast,reentrant"));
    }

    static JmhSettings full() {
        return new JmhSettings(4, times("4", "1s", "4", "1s"), List.of());
    }

    /** Whether the user asks JMH about itself, and nothing is to be measured. */
    static boolean isQuestion(List<String> userArgs) {
        return userArgs.stream().anyMatch(QUESTIONS::contains);
    }

    /** JMH's command line for one round. */
    String[] arguments(List<String> userArgs) {
        List<String> all = new ArrayList<>(userArgs.isEmpty() ? leaveOut : userArgs);
        defaults.forEach((option, value) -> {
            if (!userArgs.contains(option)) {
                all.addAll(List.of(option, value));
            }
        });
        all.addAll(List.of("-prof", "gc"));
        return all.toArray(String[]::new);
    }

    private static Map<String, String> times(String warmUps, String warmUp, String measurements, String measurement) {
        Map<String, String> options = new LinkedHashMap<>();
        options.put("-f", "1");
        options.put("-wi", warmUps);
        options.put("-w", warmUp);
        options.put("-i", measurements);
        options.put("-r", measurement);
        // An overlap is thrown by a benchmark, and must not be a line between two results.
        options.put("-foe", "true");
        return options;
    }
}
