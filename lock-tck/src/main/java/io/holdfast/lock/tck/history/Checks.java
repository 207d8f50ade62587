package io.holdfast.lock.tck.history;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * What the checker lets pass, because a busy machine is not a broken lock.
 *
 * @param grace by how much an answer may come later than the caller's limit
 * @param settle how long a request may take until it certainly stands in line, if there is no fault. Requests that are closer to
 *     each other have no order
 */
public record Checks(Duration grace, Duration settle) {
    /** 5 s of grace, 1 s to settle. */
    public static final Checks DEFAULT = new Checks(Duration.ofSeconds(5), Duration.ofSeconds(1));

    /**
     * Checks that both are there.
     *
     * @param grace by how much an answer may come later than the caller's limit
     * @param settle how long a request may take until it certainly stands in line
     */
    public Checks {
        if (requireNonNull(grace, "grace").isNegative() || requireNonNull(settle, "settle").isNegative()) {
            throw new IllegalArgumentException("grace and settle must not be negative, but are " + grace + " and " + settle);
        }
    }
}
