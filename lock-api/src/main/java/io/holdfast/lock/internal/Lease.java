package io.holdfast.lock.internal;

import io.holdfast.lock.spi.Acquisition;
import java.time.Duration;

/**
 * A grant of the backend to this client, and how long it surely lasts.
 *
 * <p>The lease is counted on the monotonic clock from before the last confirmed request was sent: the server started it no
 * earlier, so it ends there no earlier than here. The drift allowance covers clocks that run at slightly different speeds.
 */
final class Lease {
    /** Low bits of a token that number the hand-offs inside the client, so that every acquisition has its own. */
    static final int HAND_OFF_BITS = 6;
    static final int MAX_HAND_OFFS = (1 << HAND_OFF_BITS) - 1;
    static final long MAX_BACKEND_TOKEN = Long.MAX_VALUE >> HAND_OFF_BITS;

    private static final long FIXED_DRIFT = Duration.ofMillis(2).toNanos();

    private final Lane lane;
    private final Acquisition acquisition;
    private final boolean autoRenew;
    private final long length;
    private final long firstToken;
    private final long grantedAt;

    // Mutable state, guarded by the lane
    private int handOffs;

    // Mutable state, written under this object's monitor
    private volatile long confirmedAt;
    private volatile long renewFrom;
    private volatile long renewBy;
    private volatile boolean lateTold;
    private volatile boolean lost;

    Lease(Lane lane, Acquisition acquisition, boolean autoRenew, long backendToken, long confirmedAt, long now) {
        this.lane = lane;
        this.acquisition = acquisition;
        this.autoRenew = autoRenew;
        this.length = acquisition.lease().toNanos();
        this.firstToken = backendToken << HAND_OFF_BITS;
        this.grantedAt = now;
        this.confirmedAt = confirmedAt;
        planRenewal(confirmedAt);
    }

    Lane lane() {
        return lane;
    }

    Acquisition acquisition() {
        return acquisition;
    }

    /** The token of the acquisition that this grant is passed to now. */
    long token() {
        return firstToken | handOffs;
    }

    /** Whether the grant may pass on once more inside the client. */
    boolean mayHandOn(int times, long time, long now) {
        return handOffs < times && now - grantedAt < time;
    }

    void handOn() {
        handOffs++;
    }

    /** The moment from which on the lock may be somebody else's. */
    long deadline() {
        return confirmedAt + length - length / 100 - FIXED_DRIFT;
    }

    boolean isExpired(long now) {
        return now - deadline() >= 0;
    }

    /** Two thirds of the lease have passed without a confirmed renewal. */
    boolean isSuspect(long now) {
        return autoRenew && now - confirmedAt >= length / 3 * 2;
    }

    /** Whether so much of the lease is left that a new owner can start on it without asking the backend first. */
    boolean isFresh(long now) {
        return now - confirmedAt < length / 2;
    }

    /** The backend has confirmed the grant in answer to a request sent at this time. */
    synchronized void confirm(long sentAt) {
        if (sentAt - confirmedAt > 0) {
            confirmedAt = sentAt;
            lateTold = false;
            planRenewal(sentAt);
        }
    }

    /** A renewal is on its way: if it stays without answer, the next follows the sooner the nearer the deadline is. */
    synchronized void attempted(long now) {
        long next = now + Math.max((deadline() - now) / 4, length / 60);
        renewFrom = next;
        renewBy = next;
    }

    /** The renewal must not wait any longer. */
    boolean mustRenew(long now) {
        return autoRenew && now - renewBy >= 0;
    }

    /** The renewal may go along with another's. */
    boolean mayRenew(long now) {
        return autoRenew && now - renewFrom >= 0;
    }

    /** When the renewal loop has to look at this lease next. */
    long wakeAt() {
        long deadline = deadline();
        return autoRenew && renewBy - deadline < 0 ? renewBy : deadline;
    }

    /** True once per spell of lateness. */
    synchronized boolean tellLate(long now) {
        boolean tell = isSuspect(now) && !lateTold;
        lateTold |= tell;
        return tell;
    }

    void markLost() {
        lost = true;
    }

    boolean isLost() {
        return lost;
    }

    /** At a third of the lease, or from a sixth on if another renewal is due then: that is what makes batches. */
    private void planRenewal(long from) {
        renewFrom = from + length / 6;
        renewBy = from + length / 3;
    }
}
