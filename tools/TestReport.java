import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Adds up the JUnit XML reports of all modules: {@code java tools/TestReport.java FOLDER JDK [--total]}, where JDK
 * names the one that the reports in {@code test-results/test} come from. Prints a table, how many tests were skipped
 * for which reason, the failed ones with theirs, and as the last line {@code N passed, N failed, N skipped}; with
 * {@code --total} that line only. The exit code is 1 when a test failed or none ran.
 *
 * <p>A program of its own and not a shell script, since a JDK is the one thing that is surely there.
 */
final class TestReport {

    private static final Pattern REPORT = Pattern.compile("(?:(.*)/)?build/test-results/([^/]+)/TEST-.*\\.xml");
    private static final Pattern DISPLAY_NAME = Pattern.compile("(?m)^display-name: (?:JUnit Jupiter > )?(.*)$");
    private static final int REASON_LENGTH = 300;

    private final Map<String, Counts> rows = new TreeMap<>();
    private final List<String> failed = new ArrayList<>();
    private final Map<String, Integer> skips = new TreeMap<>();
    private final String defaultJdk;

    private TestReport(String defaultJdk) {
        this.defaultJdk = defaultJdk;
    }

    public static void main(String[] args) throws IOException {
        Path root = Path.of(args[0]);
        TestReport report = new TestReport(args[1]);
        for (Path file : reports(root)) {
            report.add(root.relativize(file), file);
        }
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (!List.of(args).contains("--total")) {
            report.print(out);
        }
        Counts total = report.total();
        out.println(total);
        System.exit(total.failed > 0 || total.passed == 0 ? 1 : 0);
    }

    /** Modules are folders of the root, so that no deeper search is needed. */
    private static List<Path> reports(Path root) throws IOException {
        List<Path> found = new ArrayList<>();
        List<Path> folders = new ArrayList<>(List.of(root));
        try (Stream<Path> children = Files.list(root)) {
            children.filter(Files::isDirectory).sorted().forEach(folders::add);
        }
        for (Path folder : folders) {
            Path results = folder.resolve("build/test-results");
            if (Files.isDirectory(results)) {
                try (Stream<Path> files = Files.walk(results, 2)) {
                    files.filter(file -> file.getFileName().toString().matches("TEST-.*\\.xml")).sorted()
                            .forEach(found::add);
                }
            }
        }
        return found;
    }

    private void add(Path name, Path file) {
        Matcher parts = REPORT.matcher(name.toString());
        if (!parts.matches()) {
            return;
        }
        String module = parts.group(1) == null ? parts.group(2) : parts.group(1);
        String jdk = parts.group(2).startsWith("test-jdk") ? parts.group(2).substring("test-jdk".length()) : defaultJdk;
        String row = String.format("%-16s  JDK %-3s", module, jdk);
        Counts counts = rows.computeIfAbsent(row, key -> new Counts());
        try {
            Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile())
                    .getDocumentElement();
            NodeList cases = suite.getElementsByTagName("testcase");
            for (int i = 0; i < cases.getLength(); i++) {
                add(row, counts, (Element) cases.item(i));
            }
        } catch (Exception e) {
            counts.failed++;
            failed.add(row + "  " + name + "\n      unreadable report, the test JVM may have died: " + e.getMessage());
        }
    }

    private void add(String row, Counts counts, Element test) {
        counts.seconds += Double.parseDouble(test.getAttribute("time").replace(",", ""));
        Element problem = first(test, "failure", "error");
        Element skip = first(test, "skipped");
        if (problem != null) {
            counts.failed++;
            failed.add(row + "  " + name(test) + "\n      " + reason(problem));
        } else if (skip != null) {
            counts.skipped++;
            skips.merge(reason(skip), 1, Integer::sum);
        } else {
            counts.passed++;
        }
    }

    private static Element first(Element test, String... tags) {
        for (String tag : tags) {
            NodeList found = test.getElementsByTagName(tag);
            if (found.getLength() > 0) {
                return (Element) found.item(0);
            }
        }
        return null;
    }

    /** The display name says which backend ran an inherited test; the class attribute names the kit's class only. */
    private static String name(Element test) {
        Matcher display = DISPLAY_NAME.matcher(test.getTextContent());
        return display.find() ? display.group(1) : test.getAttribute("classname") + " > " + test.getAttribute("name");
    }

    private static String reason(Element problem) {
        String text = problem.getAttribute("message");
        if (text.isBlank()) {
            text = problem.getTextContent().strip();
        }
        if (text.isBlank()) {
            text = problem.getAttribute("type");
        }
        String line = text.replaceAll("(?s)\\R\\s+at .*", "").strip().replaceAll("\\s*\\R\\s*", " | ");
        return line.length() <= REASON_LENGTH ? line : line.substring(0, REASON_LENGTH) + " …";
    }

    private void print(PrintStream out) {
        out.printf("%n%-16s  %-7s  %7s  %7s  %7s  %8s%n", "module", "", "passed", "failed", "skipped", "seconds");
        rows.forEach((row, counts) -> out.printf("%s  %7d  %7d  %7d  %8.1f%n",
                row, counts.passed, counts.failed, counts.skipped, counts.seconds));
        list(out, "skipped", skips.entrySet().stream()
                .map(skip -> String.format("%4d  %s", skip.getValue(), skip.getKey())).toList());
        list(out, "FAILED", failed);
        if (rows.values().stream().allMatch(counts -> counts.passed + counts.failed == 0)) {
            out.printf("%nNO TEST RAN%n");
        }
        out.println();
    }

    private static void list(PrintStream out, String title, List<String> tests) {
        if (!tests.isEmpty()) {
            out.printf("%n%s:%n", title);
            tests.forEach(test -> out.println("  " + test));
        }
    }

    private Counts total() {
        Counts total = new Counts();
        rows.values().forEach(total::add);
        return total;
    }

    private static final class Counts {

        private int passed;
        private int failed;
        private int skipped;
        private double seconds;

        void add(Counts other) {
            passed += other.passed;
            failed += other.failed;
            skipped += other.skipped;
        }

        @Override
        public String toString() {
            return passed + " passed, " + failed + " failed, " + skipped + " skipped";
        }
    }
}
