package io.holdfast.lock.bench.compare;

import io.holdfast.lock.bench.Figure;
import io.holdfast.lock.bench.Machine;
import io.holdfast.lock.bench.Row;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What was measured, on what, and what has become of the promises. In Markdown. */
record ComparisonReport(Suite suite, Options options, String command, String server, List<Comparison> comparisons) {
    String markdown() {
        return Stream.of(heading(), promises(), comparisons.stream().flatMap(this::scenario), notes())
                .flatMap(lines -> lines).collect(Collectors.joining("\n", "", "\n"));
    }

    List<Promise.Outcome> outcomes() {
        // What the subject did elsewhere says nothing about this server.
        List<Comparison> valid = options.subjectUrl().isPresent() ? List.of() : comparisons;
        return suite.promises().stream().map(promise -> promise.check(valid)).toList();
    }

    private Stream<String> heading() {
        String versions = suite.versions().entrySet().stream().map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
        Stream<String> title = Stream.of("# " + suite.subject().name() + " and its peers on " + server, "");
        Stream<String> warning = options.subjectUrl().stream().flatMap(url -> Stream.of("**" + suite.subject().name() + " was on `"
                + url + "` and not on this server: its figures are no comparison.**", ""));
        Stream<String> facts = Stream.of(
                "- command: `" + command + "`, " + LocalDate.now(),
                "- " + versions + ", " + Machine.jvm(),
                "- " + Machine.describe(),
                "- Median (smallest to largest) over the rounds: " + options.rounds() + " of " + options.millis() / 1_000.0
                        + " s, after a warm-up of " + options.warmUpMillis() / 1_000.0 + " s. Each contender has JVMs of its own; the"
                        + " order changes with each round; ratios are taken within a round.",
                "- Mutual exclusion was checked in every pair, and where threads compete for " + Crew.WATCH_MILLIS + " ms more after each"
                        + " turn, in which whoever has the lock keeps it for 0.1 ms: no overlap.");
        return Stream.of(title, warning, facts).flatMap(lines -> lines);
    }

    private Stream<String> promises() {
        Stream<String> rows = outcomes().stream().map(outcome -> line(List.of(outcome.promise().text(), outcome.measured().text(""),
                outcome.measured().wasRun() ? Row.verdict(!outcome.isMissed()) : "")));
        return Stream.concat(Stream.of("", "## Promises", "", "| promised ratio | measured | met? |", "|---|---|---|"), rows);
    }

    private Stream<String> scenario(Comparison comparison) {
        Scenario scenario = comparison.scenario();
        List<Column> columns = columns(comparison);
        Stream<String> rows = suite.contenders().stream().map(Contender::name)
                .filter(name -> comparison.figure(name, scenario.mainMetric()).wasRun())
                .map(name -> line(columns.stream().map(column -> column.cell(name)).toList()));
        return Stream.concat(Stream.of("", "## " + scenario.id() + ": " + scenario.title(), "",
                line(columns.stream().map(Column::heading).toList()), "|" + "---|".repeat(columns.size())), rows);
    }

    private List<Column> columns(Comparison comparison) {
        List<Column> columns = new ArrayList<>(List.of(new Column("contender", name -> name)));
        for (Metric metric : comparison.scenario().metrics()) {
            columns.add(new Column(metric.heading(), name -> comparison.figure(name, metric).text("")));
        }
        String reference = suite.reference().name();
        columns.add(new Column("to " + reference, name -> name.equals(reference) ? "" : times(comparison.ratio(name, reference))));
        columns.add(new Column("to the best (other) peer", name -> times(comparison.ratioToBestPeer(name))));
        if (comparison.ratioToLimit(reference).wasRun()) {
            columns.add(new Column("to the limit", name -> times(comparison.ratioToLimit(name))));
        }
        return columns;
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

    private record Column(String heading, UnaryOperator<String> cells) {
        String cell(String contender) {
            return cells.apply(contender);
        }
    }
}
