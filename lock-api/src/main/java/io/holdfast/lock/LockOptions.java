package io.holdfast.lock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * How a lock is taken and kept. Immutable; start from {@link #defaults()} and change what matters:
 * {@code LockOptions.defaults().withLease(Duration.ofSeconds(10)).withPurpose("nightly import")}.
 *
 * @param lease how long the backend keeps the lock for an owner it no longer hears from; 30 s by default
 * @param autoRenew whether the hold renews itself until it is closed (the default), or ends with its first lease
 * @param fair whether waiters of all clients are served first come, first served (G9); needs a backend that can. Fair locks
 *     are never handed on inside the JVM, which makes them slower under contention
 * @param waitLimit how long {@code acquire()} and {@code lock()} wait before they throw {@link LockTimeoutException}; without
 *     limit by default
 * @param purpose free text that {@link LockClient#inspect(String)} shows to operators; at most {@value #MAX_PURPOSE_LENGTH}
 *     characters
 */
public record LockOptions(Duration lease, boolean autoRenew, boolean fair, Optional<Duration> waitLimit, String purpose) {
    /** The shortest lease the engine can keep alive against ordinary scheduling delays. A backend may ask for more. */
    public static final Duration MIN_LEASE = Duration.ofMillis(100);
    /** The longest lease. A crashed holder blocks everybody else for as long. */
    public static final Duration MAX_LEASE = Duration.ofDays(365);
    public static final int MAX_PURPOSE_LENGTH = 256;

    private static final LockOptions DEFAULTS = new LockOptions(Duration.ofSeconds(30), true, false, Optional.empty(), "");

    public LockOptions {
        requireNonNull(lease, "lease");
        requireNonNull(waitLimit, "waitLimit");
        requireNonNull(purpose, "purpose");
        if (lease.compareTo(MIN_LEASE) < 0) {
            throw new IllegalArgumentException("lease " + lease + " is shorter than can be renewed in time: at least " + MIN_LEASE);
        }
        if (lease.compareTo(MAX_LEASE) > 0) {
            throw new IllegalArgumentException("lease " + lease + " is too long: at most " + MAX_LEASE);
        }
        if (waitLimit.isPresent() && (waitLimit.get().isNegative() || waitLimit.get().isZero())) {
            throw new IllegalArgumentException("waitLimit must be positive, not " + waitLimit.get()
                    + "; tryAcquire() asks without waiting");
        }
        if (purpose.length() > MAX_PURPOSE_LENGTH) {
            throw new IllegalArgumentException("purpose has " + purpose.length() + " characters: at most " + MAX_PURPOSE_LENGTH);
        }
    }

    /** Lease 30 s, renewed automatically, not fair, no wait limit, no purpose. */
    public static LockOptions defaults() {
        return DEFAULTS;
    }

    /** These options with another lease, renewed automatically or not as before. */
    public LockOptions withLease(Duration newLease) {
        return new LockOptions(newLease, autoRenew, fair, waitLimit, purpose);
    }

    /** These options with a lease that is not renewed: the hold is lost when it ends, even if its owner is alive. */
    public LockOptions withFixedLease(Duration newLease) {
        return new LockOptions(newLease, false, fair, waitLimit, purpose);
    }

    public LockOptions withAutoRenew(boolean newAutoRenew) {
        return new LockOptions(lease, newAutoRenew, fair, waitLimit, purpose);
    }

    public LockOptions withFair(boolean newFair) {
        return new LockOptions(lease, autoRenew, newFair, waitLimit, purpose);
    }

    public LockOptions withWaitLimit(Duration newWaitLimit) {
        return new LockOptions(lease, autoRenew, fair, Optional.of(newWaitLimit), purpose);
    }

    public LockOptions withoutWaitLimit() {
        return new LockOptions(lease, autoRenew, fair, Optional.empty(), purpose);
    }

    public LockOptions withPurpose(String newPurpose) {
        return new LockOptions(lease, autoRenew, fair, waitLimit, newPurpose);
    }
}
