package io.holdfast.lock.internal;

import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import org.jspecify.annotations.Nullable;

/**
 * The question that a lane has put to the backend on behalf of its waiters. It keeps its acquisition id over repeats, and
 * outlives the waiter that started it if others are still there.
 */
final class Request implements AcquisitionEvents {
    private final Lane lane;
    private final Acquisition acquisition;
    private final Backoff backoff = new Backoff();

    // Mutable state, guarded by the lane
    private boolean answered;
    private boolean confirmed;
    private long silentSince;
    private long notGrantedAt;
    private @Nullable Throwable trouble;

    Request(Lane lane, Acquisition acquisition, long now) {
        this.lane = lane;
        this.acquisition = acquisition;
        this.silentSince = now;
        this.notGrantedAt = now;
    }

    void send() {
        lane.send(this);
    }

    Acquisition acquisition() {
        return acquisition;
    }

    void markAnswered() {
        answered = true;
    }

    /** An outcome has come, of whatever kind. */
    boolean isAnswered() {
        return answered;
    }

    /** The backend has said that somebody else has the lock, and has not failed since. */
    boolean isConfirmed() {
        return confirmed;
    }

    long silentSince() {
        return silentSince;
    }

    /** The latest time at which the lock had certainly not been granted. */
    long notGrantedAt() {
        return notGrantedAt;
    }

    /** What went wrong last, for the message of the exception if it does not get better. */
    @Nullable Throwable trouble() {
        return trouble;
    }

    void confirm(long askedAt) {
        confirmed = true;
        trouble = null;
        backoff.reset();
        if (askedAt - notGrantedAt > 0) {
            notGrantedAt = askedAt;
        }
    }

    /** The backend did not answer, or no longer does. Returns the delay before the next try. */
    long fail(Throwable cause, long now) {
        if (confirmed) {
            confirmed = false;
            silentSince = now;
        }
        trouble = cause;
        return backoff.next();
    }

    @Override
    public void waiting(long askedAt) {
        lane.confirmed(this, askedAt);
    }

    @Override
    public void lost() {
        lane.revoked(this);
    }
}
