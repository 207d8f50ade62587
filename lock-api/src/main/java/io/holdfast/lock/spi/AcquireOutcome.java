package io.holdfast.lock.spi;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** How an acquire ended. */
public sealed interface AcquireOutcome {
    /**
     * The lock is ours.
     *
     * @param token larger than that of every earlier grant of this name; below 2<sup>57</sup>, because the engine keeps six
     *     bits for hand-offs inside the client
     * @param since {@link System#nanoTime()} from a moment at which the lease had certainly not begun: before the request was
     *     sent that this is the reply to; for a grant that was pushed, before the last question was sent whose answer was "still
     *     waiting". The engine counts the lease from here. If more than half of it may be gone, the engine asks for it again before
     *     anybody relies on it, so a backend that asks a few times a lease while it waits saves that round trip
     * @param lease how long the grant lasts on the server without renewal, counted from {@code since}: the acquisition's lease, or
     *     less. A grant that was pushed may be on probation, so that one which never reached its owner is soon taken back; its
     *     first renewal gives it the whole lease, and the engine sends that in time
     */
    record Granted(long token, long since, Duration lease) implements AcquireOutcome {
        public Granted {
            requireNonNull(lease, "lease");
        }
    }

    /** Another owner certainly has the lock, and the acquisition did not want to wait. Nothing was left on the server. */
    record Refused() implements AcquireOutcome {}

    /** {@link LockBackend#release(Acquisition)} was called before the lock was granted. */
    record Withdrawn() implements AcquireOutcome {}

    /**
     * The server refused the request itself and certainly did not apply it, and would refuse it again: no permission, wrong
     * password, out of memory. The engine does not repeat it.
     */
    record Failed(Throwable cause) implements AcquireOutcome {
        public Failed {
            requireNonNull(cause, "cause");
        }
    }

    /** No reply came: the lock may have been granted or not. The engine repeats the same acquisition, or releases it. */
    record Unknown(Throwable cause) implements AcquireOutcome {
        public Unknown {
            requireNonNull(cause, "cause");
        }
    }

    AcquireOutcome REFUSED = new Refused();
    AcquireOutcome WITHDRAWN = new Withdrawn();
}
