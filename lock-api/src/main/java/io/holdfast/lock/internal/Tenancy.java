package io.holdfast.lock.internal;

import io.holdfast.lock.LossReason;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link Lease} is being used for. One atomic reference to one of these is the whole truth about a lease and about the
 * hold that stands on it: a hold is open exactly while it is its lease's tenancy.
 *
 * <pre>
 *   Vacant ⇄ EngineHold      taken, and handed on inside the client
 *   either → Released        on its way back to the backend
 *   either → Loss            somebody else's, for all we know
 * </pre>
 */
sealed interface Tenancy permits EngineHold, Tenancy.Vacant, Tenancy.Released, Tenancy.Loss {
    /**
     * Nobody stands on the lease: whoever replaces this object by a hold has the lock. A new object every time, so that a
     * replacement can't succeed on a vacancy that was taken and vacated in between.
     *
     * @param token the fencing token of whoever takes it
     */
    record Vacant(long token) implements Tenancy {}

    /** The lease has been given back. Final. */
    enum Released implements Tenancy {
        RELEASED
    }

    /**
     * The lease was lost. Final.
     *
     * @param victim the hold that stood on it, or null if it was vacant
     */
    record Loss(@Nullable EngineHold victim, LossReason reason) implements Tenancy {}
}
