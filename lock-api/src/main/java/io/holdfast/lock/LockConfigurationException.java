package io.holdfast.lock;

/**
 * What was asked for can't be had with this URL, these options or this backend. Thrown before anything is sent; the message
 * says what is possible instead.
 */
public final class LockConfigurationException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockConfigurationException(String lockName, String backend, String what) {
        super(lockName, backend, what, null);
    }

    /** For trouble that concerns no single lock, such as a URL that can't be understood. */
    public LockConfigurationException(String backend, String what) {
        super("", backend, what, null);
    }
}
