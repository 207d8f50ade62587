package io.holdfast.lock;

import java.time.Duration;

/**
 * The wait limit of {@link LockOptions#waitLimit()} passed while another owner held the lock. Nothing was taken, and nothing
 * of the wait is left behind (G10).
 */
public final class LockTimeoutException extends LockException {
    private static final long serialVersionUID = 1L;

    public LockTimeoutException(String lockName, String backend, Duration waitLimit) {
        super(lockName, backend, "not acquired within the wait limit of " + waitLimit.toMillis() + " ms", null);
    }
}
