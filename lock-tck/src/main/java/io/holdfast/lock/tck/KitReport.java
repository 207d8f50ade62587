package io.holdfast.lock.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What one run of the kit on one backend came to. Kept as tab-separated values, one line per fact:
 *
 * <pre>
 *   backend  mem
 *   version  17.0.12
 *   seed     42
 *   result   G1  PASSED  12  second owner is refused while first holds
 * </pre>
 */
record KitReport(String backend, String version, long seed, List<TestResult> results) {
    KitReport {
        results = results.stream().sorted(Comparator.comparing(TestResult::guarantee).thenComparing(TestResult::test)).toList();
    }

    List<TestResult> of(Guarantee guarantee) {
        return results.stream().filter(result -> result.guarantee() == guarantee).toList();
    }

    long count(TestResult.Verdict verdict) {
        return results.stream().filter(result -> result.is(verdict)).count();
    }

    /** Whether tests of all guarantees ran, rather than a few that somebody selected. */
    boolean isComplete() {
        return List.of(Guarantee.values()).stream().noneMatch(guarantee -> of(guarantee).isEmpty());
    }

    String toTsv() {
        StringBuilder text = new StringBuilder();
        text.append("backend\t").append(oneLine(backend)).append('\n');
        text.append("version\t").append(oneLine(version)).append('\n');
        text.append("seed\t").append(seed).append('\n');
        for (TestResult result : results) {
            text.append(String.join("\t", "result", result.guarantee().name(), result.verdict().name(), Long.toString(result.millis()),
                    oneLine(result.test()), oneLine(result.reason()))).append('\n');
        }
        return text.toString();
    }

    static KitReport read(Path tsv) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        List<TestResult> results = new ArrayList<>();
        for (String line : Files.readAllLines(tsv)) {
            String[] parts = line.split("\t", -1);
            if (parts[0].equals("result")) {
                results.add(new TestResult(Guarantee.valueOf(parts[1]), parts[4], TestResult.Verdict.valueOf(parts[2]), parts[5],
                        Long.parseLong(parts[3])));
            } else {
                facts.put(parts[0], parts[1]);
            }
        }
        return new KitReport(facts.getOrDefault("backend", ""), facts.getOrDefault("version", ""),
                Long.parseLong(facts.getOrDefault("seed", "0")), results);
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\s+", " ").strip();
    }
}
