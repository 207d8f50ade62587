package io.holdfast.lock;

/**
 * The hold ended before its owner ended it, so the work under it may have overlapped with another owner's (G6).
 *
 * <p>Thrown by {@link Hold#close()}, {@link Hold#ensureValid()}, {@code unlock()} and by re-entry on a lost hold. A resource
 * that checks {@link Hold#token()} has refused the late writes.
 */
public final class LockLostException extends LockException {
    private static final long serialVersionUID = 1L;

    private final LossReason reason;

    public LockLostException(String lockName, String backend, LossReason reason) {
        super(lockName, backend, "the hold was lost: " + reason.explanation(), null);
        this.reason = reason;
    }

    /** Why the hold was lost. */
    public LossReason reason() {
        return reason;
    }
}
