package io.holdfast.lock.cli;

import java.io.PrintStream;
import java.util.function.Supplier;

/** Where the demo is told: lines that stay, and on a terminal one below them that shows what is going on. */
final class Screen {
    private static final long TICK_MILLIS = 100;

    private final PrintStream out;
    private final boolean live;

    Screen(PrintStream out, boolean live) {
        this.out = out;
        this.live = live;
    }

    /** What the start script has found out: {@link System#console()} tells it on some JDKs only. */
    static boolean isTerminal() {
        return Boolean.getBoolean("holdfast.terminal");
    }

    void say(String text) {
        out.println(text);
        out.flush();
    }

    /** Does the work while the text, asked for again and again, is shown. Without a terminal it is shown once at the end. */
    <T> T during(Supplier<String> text, Work<T> work) throws InterruptedException {
        Thread painter = new Thread(() -> paint(text), "demo-progress");
        painter.setDaemon(true);
        if (live) {
            painter.start();
        }
        try {
            return work.run();
        } finally {
            painter.interrupt();
            painter.join();
            say((live ? "\r" : "") + line(text));
        }
    }

    /** Something that takes a while. */
    interface Work<T> {
        T run() throws InterruptedException;
    }

    private void paint(Supplier<String> text) {
        try {
            while (true) {
                out.print("\r" + line(text));
                out.flush();
                Thread.sleep(TICK_MILLIS);
            }
        } catch (InterruptedException done) {
            // The last word is the caller's.
        }
    }

    /** Padded, so that a shorter text covers the longer one before it. */
    private String line(Supplier<String> text) {
        return live ? String.format("  %-100s", text.get()) : "  " + text.get();
    }
}
