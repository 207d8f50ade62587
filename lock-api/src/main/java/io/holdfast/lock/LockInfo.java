package io.holdfast.lock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the backend knew about one lock when it was asked. It may be out of date by the time it is read.
 *
 * @param lockName the name of the lock
 * @param owner who holds it; empty if it is free
 * @param waiters how many acquisitions wait for it in the backend. The threads of one client that want the same lock count as
 *     one, because only the first of them asks the backend
 */
public record LockInfo(String lockName, Optional<Owner> owner, int waiters) {
    public LockInfo {
        requireNonNull(lockName, "lockName");
        requireNonNull(owner, "owner");
        if (waiters < 0) {
            throw new IllegalArgumentException("waiters must not be negative: " + waiters);
        }
    }

    /** Whether somebody holds the lock. */
    public boolean isHeld() {
        return owner.isPresent();
    }

    /**
     * The owner of a held lock. The backend sees the grant that a client holds, not how the client hands it on among its own
     * threads: thread and purpose are those of the acquisition that asked.
     *
     * @param holder who asked
     * @param token the first fencing token of this grant; those handed on inside the client are up to 63 larger
     * @param since when the backend granted it, on the backend's clock
     * @param leaseLeft how long the grant lasts if it is not renewed, on the backend's clock
     */
    public record Owner(Holder holder, long token, Instant since, Duration leaseLeft) {
        public Owner {
            requireNonNull(holder, "holder");
            requireNonNull(since, "since");
            requireNonNull(leaseLeft, "leaseLeft");
        }
    }
}
