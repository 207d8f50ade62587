package io.holdfast.lock.internal;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import org.jspecify.annotations.Nullable;

/**
 * The question that a lane has put to the backend on behalf of its waiters, and what the backend's answer means. It keeps its
 * acquisition id over repeats, and outlives the waiter that started it if others are still there.
 */
final class Request implements AcquisitionEvents {
    private final Lane lane;
    private final Acquisition acquisition;
    private final boolean autoRenew;
    private final Backoff backoff = new Backoff();

    /**
     * Nobody knows how much of a lease is left that was granted long ago, nor whether it has ended and the lock has been somebody
     * else's meanwhile. So it is asked for again before anybody stands on it; the answer has a fresh lease, and the token of the
     * grant that is alive. (A renewal would not do: it says that the acquisition holds the lock, but not by which grant.)
     */
    private volatile boolean askedAnew;

    // Mutable state, guarded by the lane
    private int sends;
    private boolean answered;
    private boolean confirmed;
    private boolean gone;
    private long silentSince;
    private long heardAt;
    private @Nullable Throwable trouble;

    Request(Lane lane, Acquisition acquisition, boolean autoRenew, long now) {
        this.lane = lane;
        this.acquisition = acquisition;
        this.autoRenew = autoRenew;
        this.silentSince = now;
    }

    Acquisition acquisition() {
        return acquisition;
    }

    // ---- the conversation with the backend

    /** Sends the request, for the first time or again. Only while the lane wants it. */
    void send() {
        if (lane.sending(this)) {
            engine().backend().acquire(acquisition, this).whenComplete(this::answered);
            lane.sent(this);
        }
    }

    private void answered(@Nullable AcquireOutcome outcome, @Nullable Throwable error) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            granted(granted);
        } else if (outcome instanceof AcquireOutcome.Refused && !acquisition.waits()) {
            lane.refused(this);
        } else if (outcome instanceof AcquireOutcome.Failed failed) {
            lane.failed(this, failed.cause());
        } else if (!(outcome instanceof AcquireOutcome.Withdrawn) || lane.wants(this)) {
            lane.unanswered(this, Outcomes.cause(outcome, error));
        }
    }

    private void granted(AcquireOutcome.Granted granted) {
        if (granted.token() < 0 || granted.token() > Lease.MAX_BACKEND_TOKEN) {
            engine().releases().startInBackground(acquisition);
            lane.failed(this, new IllegalStateException("the backend gave a token out of range: " + granted.token()));
            return;
        }
        long now = engine().timeline().nanos();
        Lease lease = new Lease(lane, acquisition, autoRenew, granted, now);
        if (lease.isFresh(now) || (askedAnew && lease.isUsable(now))) {
            lane.granted(this, lease, now);
        } else if (askedAnew) {
            lane.unanswered(this, new IllegalStateException("the grant came too late to be relied on"));
        } else if (lane.startingAnew(this)) {
            askedAnew = true;
            send();
        }
    }

    @Override
    public void waiting() {
        lane.confirmed(this);
    }

    @Override
    public void lost() {
        lane.revoked(this);
    }

    // ---- what the lane knows about it, guarded by the lane

    void markSent() {
        sends++;
        answered = false;
        gone = false;
    }

    void markAnswered() {
        answered = true;
    }

    /** An outcome of the last sending has come, of whatever kind. */
    boolean isAnswered() {
        return answered;
    }

    /** Whether the server may have applied it, whatever it says now. */
    boolean mayBeApplied() {
        return sends > 1 || confirmed;
    }

    /** The backend has told the end of the grant before the grant itself was seen here. */
    void markGone() {
        gone = true;
    }

    boolean isGone() {
        return gone;
    }

    /** The backend has said that somebody else has the lock, and has not failed since. */
    boolean isConfirmed() {
        return confirmed;
    }

    /** Nothing was heard of the wait for a whole lease: a message may have been lost. */
    boolean isStale(long now) {
        return confirmed && now - heardAt > acquisition.lease().toNanos();
    }

    long silentSince() {
        return silentSince;
    }

    /** What went wrong last, for the message of the exception if it does not get better. */
    @Nullable Throwable trouble() {
        return trouble;
    }

    void confirm(long now) {
        confirmed = true;
        heardAt = now;
        trouble = null;
        backoff.reset();
    }

    /** From here on the backend owes an answer again. */
    void doubt(long now) {
        if (confirmed) {
            confirmed = false;
            silentSince = now;
        }
    }

    /** The backend did not answer, or no longer does. Returns the delay before the next try. */
    long fail(Throwable cause, long now) {
        doubt(now);
        trouble = cause;
        return backoff.next();
    }

    private Engine engine() {
        return lane.engine();
    }
}
