package io.holdfast.lock.bench;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.util.Version;

/** The targets of the engine, and how near it is to them. */
record BenchReport(String command, int rounds, Samples samples, ManyHoldsResult renewed, ManyHoldsResult fixed) {
    private static final String HOLDFAST = "Contended.increment:holdfast";
    private static final String REENTRANT = "Contended.increment:reentrant";
    private static final String FAIR = "Contended.increment:reentrantFair";

    String markdown() {
        return Stream.of(heading(), Stream.of("| what | measured | target | met? |", "|---|---|---|---|"),
                        Stream.of(uncontended(), contended(), manyHolds()).flatMap(List::stream).map(Row::markdown))
                .flatMap(lines -> lines).collect(Collectors.joining("\n", "", "\n"));
    }

    private Stream<String> heading() {
        return Stream.of("# Engine benchmarks on `mem:`", "",
                "- command: `" + command + "`",
                "- Holdfast " + System.getProperty("holdfast.version", "(version unknown)")
                        + ", JMH " + Version.getPlainVersion() + ", " + Machine.jvm(),
                "- " + Machine.describe(),
                "- Median (smallest to largest) of " + rounds
                        + " rounds, each with a JVM of its own for each benchmark; ratios are taken within a round.", "");
    }

    private List<Row> uncontended() {
        return List.of(
                Row.limited("acquire + close, uncontended", samples.score("Uncontended.acquireClose"), 3_000, "ns"),
                Row.limited("lock + unlock, uncontended", samples.score("Uncontended.lockUnlock"), 3_000, "ns"),
                Row.limited("acquire + close, 16,384 names in turn", samples.score("Uncontended.acquireCloseManyNames"), 3_000, "ns"),
                Row.plain("allocated by acquire + close, uncontended", samples.allocated("Uncontended.acquireClose"), "B"),
                Row.limited("re-entry: lock + unlock while held", samples.score("Reentry.lockUnlockAgain"), 100, "ns"));
    }

    private List<Row> contended() {
        return List.of(
                Row.plain("8 threads, one name: Holdfast", samples.score(HOLDFAST), "/ms"),
                Row.plain("8 threads, one name: ReentrantLock", samples.score(REENTRANT), "/ms"),
                Row.plain("8 threads, one name: ReentrantLock, fair", samples.score(FAIR), "/ms"),
                Row.limited("ReentrantLock is faster by", samples.ratio(REENTRANT, HOLDFAST), 10, "times"),
                Row.plain("ReentrantLock, fair, is faster by", samples.ratio(FAIR, HOLDFAST), "times"),
                Row.limited("allocated per contended acquisition", samples.allocated(HOLDFAST), 300, "B"));
    }

    private List<Row> manyHolds() {
        String held = String.format("%,d held with renewal: ", renewed.count());
        return List.of(
                new Row(held + "still valid after 1.5 leases", Figure.number(renewed.valid()), "all",
                        Row.verdict(renewed.valid() == renewed.count())),
                Row.limited(held + "threads of the client", new Figure(renewed.threads()), 1, ""),
                Row.limited(held + "timers", new Figure(renewed.timers()), 1, ""),
                Row.limited(held + "renewal state per hold (whole lease object and its set entry)",
                        new Figure(renewed.renewalPerHold()), 200, "B"),
                Row.plain(held + "heap per hold, client and store together", new Figure(renewed.heapPerHold()), "B"),
                Row.plain("the same with a fixed lease", new Figure(fixed.heapPerHold()), "B"));
    }
}
