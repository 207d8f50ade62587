package io.holdfast.lock;

/** Where a {@link Hold} stands. It only moves forward, except that a suspect hold becomes held again when a renewal gets through. */
public enum HoldState {
    /** The lock is ours; the last renewal is recent. */
    HELD,
    /** The lock is ours, but the renewal is overdue: two thirds of the lease have passed without a confirmed one. */
    SUSPECT,
    /** The lock may be somebody else's. Final, except that it can be closed. */
    LOST,
    /** Closed by its owner. Final. */
    CLOSED
}
