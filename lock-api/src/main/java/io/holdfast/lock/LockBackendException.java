package io.holdfast.lock;

/**
 * The backend did not answer, or answered with an error (G14).
 *
 * <p>If {@link #isOutcomeUnknown()}, the request may or may not have been applied. For an acquire that means: the lock may have
 * been taken on the server, is being given back in the background, and frees itself within the lease at the latest. The caller
 * does not have it.
 */
public final class LockBackendException extends LockException {
    private static final long serialVersionUID = 1L;

    private final boolean outcomeUnknown;

    public LockBackendException(String lockName, String backend, String what, boolean outcomeUnknown) {
        super(lockName, backend, what, null);
        this.outcomeUnknown = outcomeUnknown;
    }

    public LockBackendException(String lockName, String backend, String what, boolean outcomeUnknown, Throwable cause) {
        super(lockName, backend, what + ": " + describe(cause), cause);
        this.outcomeUnknown = outcomeUnknown;
    }

    /** False only if it is certain that the request had no effect. */
    public boolean isOutcomeUnknown() {
        return outcomeUnknown;
    }

    private static String describe(Throwable cause) {
        String message = cause.getMessage();
        return message == null ? cause.getClass().getSimpleName() : message;
    }
}
