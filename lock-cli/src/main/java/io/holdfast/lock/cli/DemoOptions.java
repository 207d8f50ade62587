package io.holdfast.lock.cli;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;

/**
 * What the user can set about the demo.
 *
 * @param stock how many pieces there are to sell
 * @param shops how many shops sell them
 * @param threads how many threads each shop has
 * @param quick whether to keep everybody waiting for a shorter time
 */
record DemoOptions(int stock, int shops, int threads, boolean quick) {
    private static final int MAX_STOCK = 1_000_000;
    private static final int MAX_SHOPS = 100;
    private static final int MAX_THREADS = 100;

    DemoOptions {
        check("--stock", stock, MAX_STOCK);
        check("--shops", shops, MAX_SHOPS);
        check("--threads", threads, MAX_THREADS);
    }

    static DemoOptions parse(List<String> args) {
        int stock = 1_000;
        int shops = 4;
        int threads = 4;
        boolean quick = false;
        for (Iterator<String> rest = args.iterator(); rest.hasNext(); ) {
            String option = rest.next();
            switch (option) {
                case "--stock" -> stock = number(option, rest);
                case "--shops" -> shops = number(option, rest);
                case "--threads" -> threads = number(option, rest);
                case "--quick" -> quick = true;
                default -> throw new UsageException("demo has no option '" + option + "'");
            }
        }
        return new DemoOptions(stock, shops, threads, quick);
    }

    /** The time between reading the stock and writing it, as a database in the same data centre would take. */
    Duration roundTrip() {
        return quick ? Duration.ofNanos(200_000) : Duration.ofMillis(1);
    }

    /** The lease of holders that will die or sleep. Shorter than anyone should use, because the audience waits for its end. */
    Duration lease() {
        return quick ? Duration.ofMillis(400) : Duration.ofSeconds(2);
    }

    private static int number(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new UsageException(option + " needs a number");
        }
        String text = rest.next();
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException noNumber) {
            throw new UsageException(option + " needs a number, not '" + text + "'");
        }
    }

    private static void check(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new UsageException(option + " must be 1 to " + max + ", not " + value);
        }
    }
}
