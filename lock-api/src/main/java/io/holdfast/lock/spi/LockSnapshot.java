package io.holdfast.lock.spi;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.Holder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the server knows about one name. Expired grants do not appear.
 *
 * @param owner the unexpired grant, if there is one
 * @param waiters how many acquisitions wait in line
 */
public record LockSnapshot(Optional<Owner> owner, int waiters) {
    public LockSnapshot {
        requireNonNull(owner, "owner");
    }

    /** Nobody has the lock, nobody waits. */
    public static LockSnapshot free() {
        return new LockSnapshot(Optional.empty(), 0);
    }

    /**
     * The unexpired grant.
     *
     * @param holder from the acquisition
     * @param token as in {@link AcquireOutcome.Granted}
     * @param since when it was granted, on the server's clock
     * @param leaseLeft how long it lasts without renewal, on the server's clock
     */
    public record Owner(Holder holder, long token, Instant since, Duration leaseLeft) {
        public Owner {
            requireNonNull(holder, "holder");
            requireNonNull(since, "since");
            requireNonNull(leaseLeft, "leaseLeft");
        }
    }
}
