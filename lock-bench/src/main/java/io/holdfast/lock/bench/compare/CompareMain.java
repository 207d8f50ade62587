package io.holdfast.lock.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Compares Holdfast with its peers on one kind of server: {@code ./holdfast bench redis [--quick] …}. Ends with 1 if a lock was
 * found in two hands at once, if something failed, and with {@code --check} if a promise is missed; with 2 if the arguments make
 * no sense.
 */
public final class CompareMain {
    private CompareMain() {}

    /** @param args the suite, and options */
    public static void main(String[] args) throws Exception {
        System.exit(run(List.of(args)));
    }

    private static int run(List<String> args) throws Exception {
        Suite suite;
        Options options;
        try {
            suite = Suite.named(args.isEmpty() ? "" : args.get(0));
            options = Options.parse(args.subList(1, args.size()));
        } catch (IllegalArgumentException wrong) {
            System.err.println(wrong.getMessage() + "\n" + Options.USAGE);
            return 2;
        }
        try {
            return compare(suite, options, "./holdfast bench " + String.join(" ", args));
        } catch (IllegalStateException failure) {
            System.err.println("FAILED: " + failure.getMessage());
            return 1;
        }
    }

    private static int compare(Suite suite, Options options, String command) throws Exception {
        try (Server server = suite.startServer()) {
            List<Comparison> comparisons = new Tournament(suite, options, server.url()).run();
            ComparisonReport report = new ComparisonReport(suite, options, command, server.version(), comparisons);
            publish(report.markdown(), Path.of("build/reports/bench", suite.name() + ".md").toAbsolutePath());
            return options.check() ? check(report.outcomes()) : 0;
        }
    }

    private static void publish(String report, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, report);
        System.out.println("\n" + report + "\nWritten to " + file);
    }

    private static int check(List<Promise.Outcome> outcomes) {
        outcomes.forEach(outcome -> System.out.println(outcome.text()));
        // Nothing missed because nothing was measured is no success.
        boolean measured = outcomes.stream().anyMatch(outcome -> outcome.measured().wasRun());
        return measured && outcomes.stream().noneMatch(Promise.Outcome::isMissed) ? 0 : 1;
    }
}
