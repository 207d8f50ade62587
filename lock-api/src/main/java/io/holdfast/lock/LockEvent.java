package io.holdfast.lock;

import java.time.Duration;

/** Something that happened to a lock of this client, for metrics and logs. The same events are written to JFR. */
public sealed interface LockEvent {
    /** The name of the lock. */
    String lockName();

    /**
     * A lock was acquired.
     *
     * @param waited from the call until the lock was ours
     */
    record Acquired(String lockName, long token, Duration waited) implements LockEvent {}

    /**
     * A lock was asked for and not acquired.
     *
     * @param waited from the call until it gave up
     */
    record NotAcquired(String lockName, Outcome outcome, Duration waited) implements LockEvent {}

    /** A hold was closed by its owner; if there was a local waiter, the lock passed on without a round trip. */
    record Released(String lockName, long token, Duration held, boolean handedOn) implements LockEvent {}

    /** Two thirds of the lease passed without a confirmed renewal: the hold is suspect. */
    record RenewalLate(String lockName, long token, Duration remaining) implements LockEvent {}

    /** A hold was lost. */
    record Lost(String lockName, long token, LossReason reason) implements LockEvent {}

    /** Why a lock was not acquired. */
    enum Outcome {
        /** Another owner has it, and the caller did not want to wait. */
        REFUSED,
        /** Another owner had it until the caller's limit passed. */
        TIMED_OUT,
        /** The caller was interrupted, or cancelled its future. */
        WITHDRAWN,
        /** The backend failed or did not answer, or the client was closed. */
        FAILED
    }
}
