package io.holdfast.lock.cli;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;

/** The {@code holdfast} command: finds the command that is asked for, and turns its outcome into an exit code. */
public final class Main {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int BAD_USAGE = 2;

    private static final String USAGE = """
            holdfast demo [OPTIONS]   sells a stock without a lock, with a JVM lock and with Holdfast; then a holder dies,
                                      and one sleeps past its lease. Exit code 1 if Holdfast did not hold exactly
                --stock N             how many pieces there are (default 1000)
                --shops N             how many shops sell them, each with a lock client of its own (default 4)
                --threads N           how many threads each shop has (default 4)
                --quick               shorter leases and delays: done in 10 seconds instead of 30
            holdfast help             this text
            """;

    private final PrintStream out;
    private final PrintStream err;

    Main(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    /**
     * Runs one command and ends the JVM.
     *
     * @param args the command and its options
     */
    public static void main(String[] args) throws InterruptedException {
        System.exit(new Main(System.out, System.err).run(args));
    }

    int run(String... args) throws InterruptedException {
        try {
            return run(Arrays.asList(args));
        } catch (UsageException wrong) {
            err.println("holdfast: " + wrong.getMessage());
            err.print(USAGE);
            return BAD_USAGE;
        }
    }

    private int run(List<String> args) throws InterruptedException {
        if (args.isEmpty()) {
            throw new UsageException("which command?");
        }
        List<String> rest = args.subList(1, args.size());
        return switch (args.get(0)) {
            case "demo" -> rest.contains("--help") ? help() : demo(DemoOptions.parse(rest));
            case "help", "--help", "-h" -> help();
            default -> throw new UsageException("there is no command '" + args.get(0) + "'");
        };
    }

    private int demo(DemoOptions options) throws InterruptedException {
        return new Demo(options, new Screen(out, Screen.isTerminal())).run() ? OK : FAILED;
    }

    private int help() {
        out.print(USAGE);
        return OK;
    }
}
