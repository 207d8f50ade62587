package io.holdfast.lock;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Whatever goes wrong with one lock. Not getting a lock in time is a result of the {@code try} methods, not an exception.
 *
 * <p>Every instance names the lock and the backend it was asked of; the message repeats both.
 */
public abstract class LockException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String lockName;
    private final String backend;

    LockException(String lockName, String backend, String what, @Nullable Throwable cause) {
        super(subject(requireNonNull(lockName, "lockName"), requireNonNull(backend, "backend")) + ": " + what, cause);
        this.lockName = lockName;
        this.backend = backend;
    }

    /** The name of the lock, or the empty string where the trouble concerns no single lock. */
    public final String lockName() {
        return lockName;
    }

    /** The backend, as its redacted address: never with credentials. */
    public final String backend() {
        return backend;
    }

    private static String subject(String lockName, String backend) {
        return lockName.isEmpty() ? backend : "Lock '" + lockName + "' on " + backend;
    }
}
