package io.holdfast.lock.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of backends and guarantees in the README, between {@value #BEGIN} and {@value #END}. It is written from the reports
 * of the kit, never by hand:
 *
 * <pre>
 *   java -cp … io.holdfast.lock.tck.ReadmeTable README.md lock-tck/build/reports/tck lock-redis/build/reports/tck
 * </pre>
 *
 * <p>With {@code --check} in front it writes nothing and fails if the table says anything else than the reports. That is part of
 * {@code ./holdfast test}, so the table can't go stale, and no result needs to be kept in the repository besides it. The rows
 * do not depend on versions, times or the JDK: G15 is shown as "21+" wherever nothing of it fails, because older
 * JDKs have no virtual threads to show it with.
 */
public final class ReadmeTable {
    /** The line above the table. */
    static final String BEGIN = "<!-- tck-table:begin -->";
    /** The line below the table. */
    static final String END = "<!-- tck-table:end -->";

    private static final String LEGEND = "✓ all tests pass · (✓) those pass that the backend's capabilities allow · – not offered"
            + " · ✗ a test fails · 21+ on JDK 21 and later";

    private final Path file;

    private ReadmeTable(Path file) {
        this.file = file;
    }

    /**
     * Rewrites the rows of all backends that have a report, and keeps those of the others; or checks them.
     *
     * @param args {@code --check} or not, the README, then files ending in {@code .tsv} or folders with such files
     * @throws IOException if one of them can't be read or written
     */
    public static void main(String[] args) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(args));
        boolean check = arguments.remove("--check");
        if (arguments.size() < 2) {
            throw new IllegalArgumentException("usage: ReadmeTable [--check] README.md REPORTS...");
        }
        ReadmeTable table = in(Path.of(arguments.remove(0)));
        List<KitReport> reports = readAll(arguments);
        if (!check) {
            table.update(reports);
            return;
        }
        for (KitReport report : reports) {
            table.requireUpToDate(report);
        }
    }

    private static List<KitReport> readAll(List<String> places) throws IOException {
        List<KitReport> reports = new ArrayList<>();
        for (String place : places) {
            for (Path tsv : reportFiles(Path.of(place))) {
                reports.add(KitReport.read(tsv));
            }
        }
        if (reports.isEmpty()) {
            throw new IllegalArgumentException("no report of the kit in " + places + ": run the tests first");
        }
        return reports;
    }

    static ReadmeTable in(Path file) {
        return new ReadmeTable(file);
    }

    void update(List<KitReport> reports) throws IOException {
        Map<String, String> rows = rows();
        for (KitReport report : reports) {
            if (!report.isComplete()) {
                throw new IllegalArgumentException("the report of '" + report.backend() + "' is of a run of a part of the kit");
            }
            rows.put(report.backend(), row(report));
        }
        String text = Files.readString(file);
        String table = header() + String.join("\n", rows.values()) + "\n\n" + LEGEND + "\n";
        Files.writeString(file, text.substring(0, begin(text)) + "\n" + table + text.substring(end(text)));
    }

    /** Fails, with the way to repair it, if the table says something else about this backend than the report. */
    void requireUpToDate(KitReport report) throws IOException {
        String found = rows().getOrDefault(report.backend(), "no row");
        if (!found.equals(row(report))) {
            throw new AssertionError("the table in " + file + " is stale. It says\n  " + found + "\nbut this run of the kit says\n  "
                    + row(report) + "\nTo write it anew: gradle :lock-tck:readmeTable");
        }
    }

    static String row(KitReport report) {
        return Stream.concat(Stream.of("`" + report.backend() + "`"), Arrays.stream(Guarantee.values()).map(id -> cell(report, id)))
                .collect(Collectors.joining(" | ", "| ", " |"));
    }

    private static String cell(KitReport report, Guarantee guarantee) {
        List<TestResult> results = report.of(guarantee);
        if (results.stream().anyMatch(result -> result.is(TestResult.Verdict.FAILED))) {
            return "✗";
        }
        if (guarantee == Guarantee.G15) {
            return "21+";
        }
        // Twins that only an absent capability makes run say nothing when they are skipped.
        long skipped = results.stream()
                .filter(result -> result.is(TestResult.Verdict.SKIPPED) && !result.reason().contains("' declares ")).count();
        long passed = results.stream().filter(result -> result.is(TestResult.Verdict.PASSED)).count();
        return passed == 0 ? "–" : skipped > 0 ? "(✓)" : "✓";
    }

    private static String header() {
        String ids = Arrays.stream(Guarantee.values()).map(Guarantee::name).collect(Collectors.joining(" | "));
        return "| backend | " + ids + " |\n|---|" + ":-:|".repeat(Guarantee.values().length) + "\n";
    }

    private Map<String, String> rows() throws IOException {
        String text = Files.readString(file);
        Map<String, String> rows = new TreeMap<>();
        for (String line : text.substring(begin(text), end(text)).split("\n")) {
            if (line.startsWith("| `")) {
                rows.put(line.substring(3, line.indexOf('`', 3)), line);
            }
        }
        return rows;
    }

    private int begin(String text) {
        int at = text.indexOf(BEGIN);
        if (at < 0 || text.indexOf(END) < at) {
            throw new IllegalStateException(file + " has no part between " + BEGIN + " and " + END + " for the table of the kit");
        }
        return at + BEGIN.length();
    }

    private static int end(String text) {
        return text.indexOf(END);
    }

    private static List<Path> reportFiles(Path place) throws IOException {
        if (!Files.isDirectory(place)) {
            return List.of(place);
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(path -> path.toString().endsWith(".tsv")).sorted().toList();
        }
    }
}
