package io.holdfast.lock.bench.compare;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The time in which is counted. All worker JVMs of a contender open and close theirs at the same moments, because
 * {@link System#nanoTime()} is CLOCK_MONOTONIC on Linux, and that is the same for all processes of a machine.
 */
final class Window {
    private final long start;
    private final long length;
    private final long stay;

    // Mutable state, read by all threads
    private volatile boolean closed;

    Window(long start, long length, long stay) {
        this.start = start;
        this.length = length;
        this.stay = stay;
    }

    /** A window to measure in. Starts soon, but late enough for all workers to hear of it. */
    static Window toMeasure(long millis) {
        return soon(millis, 0);
    }

    /**
     * A window to find overlaps in. Who has the lock keeps it for a while; when it is given back at once, two owners would hardly
     * ever meet.
     */
    static Window toWatch(long millis) {
        return soon(millis, TimeUnit.MICROSECONDS.toNanos(100));
    }

    private static Window soon(long millis, long stay) {
        return new Window(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20), TimeUnit.MILLISECONDS.toNanos(millis), stay);
    }

    /** One line for the way between processes. */
    String line() {
        return start + " " + length + " " + stay;
    }

    static Window parse(String line) {
        String[] parts = line.split(" ");
        return new Window(Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2]));
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

    /** Called by the one who has the lock. Does nothing in a window to measure in. */
    void stayInside() {
        if (stay > 0) {
            LockSupport.parkNanos(stay);
        }
    }

    private static void sleepUntil(long moment) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(moment - System.nanoTime());
    }
}
