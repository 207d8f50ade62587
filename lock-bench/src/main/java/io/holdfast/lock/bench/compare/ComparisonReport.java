package io.holdfast.lock.bench.compare;

import io.holdfast.lock.bench.Figure;
import io.holdfast.lock.bench.Machine;
import io.holdfast.lock.bench.Row;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was measured, on what, and what has become of the promises. In Markdown. */
record ComparisonReport(Suite suite, Options options, String command, String server, List<Comparison> comparisons) {
    String markdown() {
        return Stream.of(heading(), promises(), comparisons.stream().flatMap(this::scenario), notes())
                .flatMap(lines -> lines).collect(Collectors.joining("\n", "", "\n"));
    }

    List<Promise.Outcome> outcomes() {
        return suite.promises().stream().map(promise -> promise.check(comparisons)).toList();
    }

    private Stream<String> heading() {
        String versions = suite.versions().entrySet().stream().map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        return Stream.of("# " + suite.subject().name() + " and its peers on " + server, "",
                "- command: `" + command + "`, " + LocalDate.now(),
                "- " + versions + ", " + Machine.jvm(),
                "- " + Machine.describe(),
                "- Median (smallest to largest) of " + options.rounds() + " rounds of " + options.millis() / 1_000.0
                        + " s, after a warm-up of " + options.warmUpMillis() / 1_000.0 + " s. Each contender has JVMs of its own; the"
                        + " order changes with each round; ratios are taken within a round.",
                "- Mutual exclusion was checked in every pair that is counted here: no overlap.");
    }

    private Stream<String> promises() {
        Stream<String> rows = outcomes().stream().map(outcome -> line(List.of(outcome.promise().text(), outcome.measured().text(""),
                outcome.measured().wasRun() ? Row.verdict(!outcome.isMissed()) : "")));
        return Stream.concat(Stream.of("", "## Promises", "", "| promised ratio | measured | met? |", "|---|---|---|"), rows);
    }

    private Stream<String> scenario(Comparison comparison) {
        Scenario scenario = comparison.scenario();
        List<String> head = new ArrayList<>(List.of("contender"));
        scenario.metrics().forEach(metric -> head.add(metric.unit()));
        head.addAll(List.of("to " + suite.reference().name(), "to the best peer", "to the limit"));
        Stream<String> rows = suite.contenders().stream().map(Contender::name)
                .filter(name -> comparison.figure(name, scenario.mainMetric()).wasRun()).map(name -> row(comparison, name));
        return Stream.concat(Stream.of("", "## " + scenario.id() + ": " + scenario.title(), "",
                line(head), line(head.stream().map(column -> "---").toList())), rows);
    }

    private String row(Comparison comparison, String contender) {
        List<String> cells = new ArrayList<>(List.of(contender));
        comparison.scenario().metrics().forEach(metric -> cells.add(comparison.figure(contender, metric).text("")));
        cells.add(times(comparison.ratio(contender, suite.reference().name())));
        cells.add(times(comparison.ratioToBestPeer(contender)));
        cells.add(times(comparison.ratioToLimit(contender)));
        return line(cells);
    }

    private Stream<String> notes() {
        return Stream.concat(Stream.of("", "## Notes", ""), suite.notes().stream().map(note -> "- " + note));
    }

    private static String times(Figure ratio) {
        return ratio.wasRun() ? ratio.text("×") : "";
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
