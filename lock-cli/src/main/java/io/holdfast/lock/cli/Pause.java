package io.holdfast.lock.cli;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** A delay that a real shop would spend waiting for its database. */
final class Pause {
    private Pause() {}

    /** Not {@link Thread#sleep(long)}, which rounds up to whole milliseconds on JDK 17. */
    static void of(Duration duration) throws InterruptedException {
        long end = System.nanoTime() + duration.toNanos();
        for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(left);
        }
    }
}
