package io.holdfast.lock.internal;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Growing delays between tries, with jitter so that clients that failed together do not come back together. */
final class Backoff {
    private static final long FIRST = Duration.ofMillis(10).toNanos();
    private static final long LONGEST = Duration.ofSeconds(1).toNanos();

    // Mutable state, guarded by the owner
    private long step = FIRST;

    /** The next delay in nanoseconds: between half and all of a step that doubles every time. */
    long next() {
        long delay = step / 2 + ThreadLocalRandom.current().nextLong(step / 2);
        step = Math.min(step * 2, LONGEST);
        return delay;
    }

    void reset() {
        step = FIRST;
    }
}
