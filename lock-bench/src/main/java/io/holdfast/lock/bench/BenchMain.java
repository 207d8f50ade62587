package io.holdfast.lock.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * Runs all benchmarks in a few rounds and says how near the engine is to its targets: {@code ./holdfast bench [--quick] [JMH
 * ARGS]}. A target that is not met is said, and is no failure; two owners at once are.
 */
public final class BenchMain {
    private static final int HOLDS = 100_000;

    private final List<String> userArgs;
    private final JmhSettings settings;
    private final String command;

    private BenchMain(List<String> args) {
        command = ("./holdfast bench " + String.join(" ", args)).strip();
        settings = args.contains("--quick") ? JmhSettings.quick() : JmhSettings.full();
        userArgs = new ArrayList<>(args);
        userArgs.remove("--quick");
    }

    /**
     * Runs the benchmarks.
     *
     * @param args {@code --quick} and JMH's own options
     */
    public static void main(String[] args) throws Exception {
        if (JmhSettings.isQuestion(List.of(args))) {
            Main.main(args);
        } else {
            new BenchMain(List.of(args)).run();
        }
    }

    private void run() throws RunnerException, CommandLineOptionException, IOException, InterruptedException {
        Samples samples = new Samples();
        for (int round = 1; round <= settings.rounds(); round++) {
            System.out.println("\n#### Round " + round + " of " + settings.rounds() + "\n");
            for (RunResult result : new Runner(new CommandLineOptions(settings.arguments(userArgs))).run()) {
                samples.add(result);
            }
        }
        System.out.printf("%n#### %,d holds, with renewal and with a fixed lease%n", HOLDS);
        ManyHoldsResult renewed = ManyHoldsResult.measure("renewed", HOLDS);
        ManyHoldsResult fixed = ManyHoldsResult.measure("fixed", HOLDS);
        publish(new BenchReport(command, settings.rounds(), samples, renewed, fixed).markdown());
    }

    private static void publish(String report) throws IOException {
        Path file = Path.of(System.getProperty("holdfast.bench.report", "build/reports/bench/engine.md")).toAbsolutePath();
        Files.createDirectories(file.getParent());
        Files.writeString(file, report);
        System.out.println("\n" + report + "\nWritten to " + file);
    }
}
