package io.holdfast.lock.internal;

/** Monotonic time and one timer. All waiting of the engine goes through it, so that tests can drive it by hand. */
public interface Timeline extends AutoCloseable {
    /** As {@link System#nanoTime()}: compare by subtraction only. */
    long nanos();

    /** Runs the task once, after the delay, on the timer's thread. The task must be quick and must not block. */
    Timer after(long delayNanos, Runnable task);

    /** Drops what has not run yet. */
    @Override
    void close();

    /** A task that has been asked for. */
    interface Timer {
        void cancel();
    }
}
