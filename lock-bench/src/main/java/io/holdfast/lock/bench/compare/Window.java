package io.holdfast.lock.bench.compare;

import java.util.concurrent.TimeUnit;

/**
 * The time in which is counted. All worker JVMs of a contender open and close theirs at the same moments, because
 * {@link System#nanoTime()} is CLOCK_MONOTONIC on Linux, and that is the same for all processes of a machine.
 */
final class Window {
    private final long start;
    private final long length;

    // Mutable state, read by all threads
    private volatile boolean closed;

    Window(long start, long length) {
        this.start = start;
        this.length = length;
    }

    /** Starts soon, but late enough for all workers to hear of it. */
    static Window soon(long millis) {
        return new Window(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20), TimeUnit.MILLISECONDS.toNanos(millis));
    }

    /** One line for the way between processes. */
    String line() {
        return start + " " + length;
    }

    static Window parse(String line) {
        String[] parts = line.split(" ");
        return new Window(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
    }

    void awaitStart() throws InterruptedException {
        sleepUntil(start);
    }

    /** Waits for the end and closes the window. Returns how long it was open. */
    long awaitEnd() throws InterruptedException {
        sleepUntil(start + length);
        closed = true;
        return System.nanoTime() - start;
    }

    /** For loops that look all the time: cheaper than a clock. */
    boolean isOpen() {
        return !closed;
    }

    private static void sleepUntil(long moment) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(moment - System.nanoTime());
    }
}
