package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Event.FaultBegan;
import io.holdfast.lock.tck.history.Event.Killed;
import io.holdfast.lock.tck.history.Event.Step;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a run came to, in numbers.
 *
 * @param processes how many took part
 * @param granted attempts that got the lock; those that were lost later are among them
 * @param refused attempts whose limit was over
 * @param failed attempts that threw
 * @param unanswered attempts that waited when their process was killed, or when the history ended
 * @param lost holds that were lost
 * @param killed how often a process was killed
 * @param faults how many there were of each kind
 * @param violations how many were found of each kind; kinds that were not found are not in it
 */
public record HistorySummary(int processes, long attempts, long granted, long refused, long failed, long unanswered, long lost, long killed,
        Map<String, Long> faults, Map<Violation.Kind, Long> violations) {
    /** Sorts faults by name and violations by kind. */
    public HistorySummary {
        faults = Collections.unmodifiableMap(new TreeMap<>(faults));
        violations = Collections.unmodifiableMap(new TreeMap<>(violations));
    }

    /**
     * Counts.
     *
     * @param violations what the checker found in the history
     */
    public static HistorySummary of(History history, List<Violation> violations) {
        List<Event> events = history.events();
        List<Attempt> attempts = Evidence.of(events).attempts();
        Map<Attempt.Outcome, Long> outcomes = attempts.stream().collect(Collectors.groupingBy(Attempt::outcome, Collectors.counting()));
        long granted = outcomes.getOrDefault(Attempt.Outcome.GRANTED, 0L);
        long refused = outcomes.getOrDefault(Attempt.Outcome.REFUSED, 0L);
        long failed = outcomes.getOrDefault(Attempt.Outcome.FAILED, 0L);
        return new HistorySummary(
                (int) events.stream().filter(Step.class::isInstance).map(event -> ((Step) event).process()).distinct().count(),
                attempts.size(), granted, refused, failed, attempts.size() - granted - refused - failed,
                attempts.stream().filter(Attempt::isLost).count(), events.stream().filter(Killed.class::isInstance).count(),
                events.stream().filter(FaultBegan.class::isInstance)
                        .collect(Collectors.groupingBy(event -> ((FaultBegan) event).kind(), Collectors.counting())),
                violations.stream().collect(Collectors.groupingBy(Violation::kind, Collectors.counting())));
    }

    /** A few lines for a terminal, each with a line break at its end. */
    public String text() {
        StringBuilder text = new StringBuilder();
        rows().forEach((name, value) -> text.append(String.format("%-12s%s\n", name, value)));
        return text.toString();
    }

    /** The same as a table for a report or a pull request. */
    public String markdown() {
        StringBuilder table = new StringBuilder("| | |\n|---|---|\n");
        rows().forEach((name, value) -> table.append("| ").append(name).append(" | ").append(value.replace("|", "\\|")).append(" |\n"));
        return table.toString();
    }

    private Map<String, String> rows() {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("processes", processes + (killed == 0 ? "" : ", killed " + killed + " times"));
        rows.put("attempts", Long.toString(attempts));
        rows.put("granted", granted + (lost == 0 ? "" : ", of which " + lost + " were lost"));
        rows.put("refused", Long.toString(refused));
        rows.put("failed", Long.toString(failed));
        rows.put("unanswered", Long.toString(unanswered));
        rows.put("faults", list(faults));
        rows.put("violations", list(violations));
        return rows;
    }

    private static String list(Map<?, Long> counts) {
        return counts.isEmpty() ? "none"
                : counts.entrySet().stream().map(entry -> EventLine.escape(entry.getKey() + " " + entry.getValue()))
                        .collect(Collectors.joining(", "));
    }
}
