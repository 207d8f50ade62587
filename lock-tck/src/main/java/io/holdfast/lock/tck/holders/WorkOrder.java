package io.holdfast.lock.tck.holders;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Work at random, repeated until rest is ordered. As a line: {@code work seed=42 threads=4 lease=2000 names=a,b,fair-c}.
 *
 * @param seed of the choices; when they are made depends on who gets the locks
 * @param names of the locks; those that begin with {@value #FAIR} are asked for in fair mode
 */
public record WorkOrder(long seed, int threads, Duration lease, List<String> names) {
    /** In front of the names of fair locks. */
    public static final String FAIR = "fair-";

    static final String WORD = "work";

    /** Keeps a copy of the names. */
    public WorkOrder {
        names = List.copyOf(names);
    }

    String toLine() {
        return WORD + " seed=" + seed + " threads=" + threads + " lease=" + lease.toMillis() + " names=" + String.join(",", names);
    }

    static WorkOrder parse(String line) {
        Map<String, String> pairs = new HashMap<>();
        List<String> words = new ArrayList<>(List.of(line.split(" ")));
        words.remove(0);
        words.forEach(word -> pairs.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1)));
        return new WorkOrder(Long.parseLong(pairs.get("seed")), Integer.parseInt(pairs.get("threads")),
                Duration.ofMillis(Long.parseLong(pairs.get("lease"))), List.of(pairs.get("names").split(",")));
    }
}
