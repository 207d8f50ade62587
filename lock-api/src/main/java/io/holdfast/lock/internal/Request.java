package io.holdfast.lock.internal;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import java.util.List;
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

    // Mutable state, written under the lane's monitor
    private boolean answered;
    private boolean confirmed;
    private long silentSince;
    private @Nullable Throwable trouble;
    private volatile long notGrantedAt;

    Request(Lane lane, Acquisition acquisition, boolean autoRenew, long now) {
        this.lane = lane;
        this.acquisition = acquisition;
        this.autoRenew = autoRenew;
        this.silentSince = now;
        this.notGrantedAt = now;
    }

    Acquisition acquisition() {
        return acquisition;
    }

    // ---- the conversation with the backend

    /** Sends the request, for the first time or again. */
    void send() {
        long sentAt = engine().timeline().nanos();
        try {
            engine().backend().acquire(acquisition, this).whenComplete((outcome, error) -> answered(sentAt, outcome, error));
        } catch (RuntimeException broken) {
            lane.unanswered(this, broken);
        }
        lane.sent(this);
    }

    private void answered(long sentAt, @Nullable AcquireOutcome outcome, @Nullable Throwable error) {
        if (outcome instanceof AcquireOutcome.Granted granted) {
            granted(granted.token(), sentAt);
        } else if (outcome instanceof AcquireOutcome.Refused && !acquisition.waits()) {
            lane.refused(this);
        } else if (outcome instanceof AcquireOutcome.Failed failed) {
            lane.failed(this, failed.cause());
        } else if (outcome instanceof AcquireOutcome.Withdrawn && !lane.wants(this)) {
            return; // as it should: nothing of it is left on the server
        } else {
            lane.unanswered(this, Outcomes.cause(outcome, error));
        }
    }

    /** The grant is as old as the request, unless the backend has said later that it still waited. */
    private void granted(long token, long sentAt) {
        if (token < 0 || token > Lease.MAX_BACKEND_TOKEN) {
            engine().releases().startInBackground(acquisition);
            lane.failed(this, new IllegalStateException("the backend gave a token out of range: " + token));
            return;
        }
        long now = engine().timeline().nanos();
        long confirmedAt = notGrantedAt - sentAt > 0 ? notGrantedAt : sentAt;
        Lease lease = new Lease(lane, acquisition, autoRenew, token, confirmedAt, now);
        if (lease.isFresh(now)) {
            lane.granted(this, lease, now);
        } else {
            startAnew(lease);
        }
    }

    /** Nobody knows how much of the lease is left after so long a wait: it is renewed once before anybody stands on it. */
    private void startAnew(Lease lease) {
        long sentAt = engine().timeline().nanos();
        try {
            engine().backend().renew(List.of(acquisition)).whenComplete((answers, error) -> startedAnew(lease, sentAt, answers, error));
        } catch (RuntimeException broken) {
            lane.unanswered(this, broken);
        }
    }

    private void startedAnew(Lease lease, long sentAt, @Nullable List<Answer> answers, @Nullable Throwable error) {
        long now = engine().timeline().nanos();
        if (answers != null && answers.size() == 1 && answers.get(0) == Answer.YES && lease.confirm(sentAt, now)) {
            lane.granted(this, lease, now);
        } else {
            lane.unanswered(this, Outcomes.cause(null, error));
        }
    }

    @Override
    public void waiting(long askedAt) {
        lane.confirmed(this, askedAt);
    }

    @Override
    public void lost() {
        lane.revoked(this);
    }

    // ---- what the lane knows about it, guarded by the lane

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

    private Engine engine() {
        return lane.engine();
    }
}
