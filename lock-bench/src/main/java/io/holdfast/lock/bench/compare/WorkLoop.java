package io.holdfast.lock.bench.compare;

import java.util.concurrent.atomic.AtomicLong;

/** What one thread of a worker JVM does while a window is open. */
abstract class WorkLoop {
    private static final long[] NONE = {};

    // Mutable state, written by the loop's thread
    private final AtomicLong pairs = new AtomicLong();

    /** Acquires and releases until the window is closed. */
    abstract void run(Window window) throws Exception;

    /** How long each hand-off took that this thread saw, in nanoseconds. */
    long[] samples() {
        return NONE;
    }

    final void pairDone() {
        // One writer: no need for a locked instruction.
        pairs.setRelease(pairs.getPlain() + 1);
    }

    final long pairs() {
        return pairs.get();
    }
}
