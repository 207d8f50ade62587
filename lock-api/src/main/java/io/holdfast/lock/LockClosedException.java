package io.holdfast.lock;

/** The {@link LockClient} was closed before or while the lock was asked for. The caller does not have the lock. */
public final class LockClosedException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockClosedException(String lockName, String backend) {
        super(lockName, backend, "the lock client is closed", null);
    }
}
