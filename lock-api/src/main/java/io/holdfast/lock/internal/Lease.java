package io.holdfast.lock.internal;

import io.holdfast.lock.LossReason;
import io.holdfast.lock.spi.AcquireOutcome.Granted;
import io.holdfast.lock.spi.Acquisition;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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
    private static final VarHandle TENANCY = tenancyHandle();

    private final Lane lane;
    private final Acquisition acquisition;
    private final boolean autoRenew;
    private final long wholeLength;
    private final long firstToken;
    private final long grantedAt;
    // Mutable state, changed by compare-and-set alone
    private volatile Tenancy tenancy;

    // Mutable state, written under this object's monitor
    private volatile long length;
    private volatile long confirmedAt;
    private volatile long renewFrom;
    private volatile long renewBy;
    private volatile boolean lateTold;

    Lease(Lane lane, Acquisition acquisition, boolean autoRenew, Granted granted, long now) {
        this.lane = lane;
        this.acquisition = acquisition;
        this.autoRenew = autoRenew;
        this.wholeLength = acquisition.lease().toNanos();
        this.length = Math.min(wholeLength, granted.lease().toNanos());
        this.firstToken = granted.token() << HAND_OFF_BITS;
        this.grantedAt = now;
        // A backend that dates the grant later than now can't know better.
        this.confirmedAt = granted.since() - now > 0 ? now : granted.since();
        this.tenancy = new Tenancy.Vacant(firstToken);
        planRenewal(confirmedAt);
    }

    Lane lane() {
        return lane;
    }

    Acquisition acquisition() {
        return acquisition;
    }

    boolean isFrom(Request request) {
        return acquisition.id().equals(request.acquisition().id());
    }

    long firstToken() {
        return firstToken;
    }

    // ---- tenancy: each of these is one atomic step

    Tenancy tenancy() {
        return tenancy;
    }

    boolean isVacant() {
        return tenancy instanceof Tenancy.Vacant;
    }

    /** Stands on the lease, if it is vacant and has not run out. */
    @Nullable EngineHold take(long now) {
        if (tenancy instanceof Tenancy.Vacant vacant && !isExpired(now)) {
            EngineHold hold = new EngineHold(this, vacant.token(), now);
            return replace(vacant, hold) ? hold : null;
        }
        return null;
    }

    /** Whether the hold may hand the lease on inside the client. */
    boolean mayHandOn(EngineHold from, int times, long time, long now) {
        return from.number() - firstToken < times && now - grantedAt < time && !isSuspect(now);
    }

    /** Makes the lease vacant for the next owner. False if the hold no longer stands on it. */
    boolean handOn(EngineHold from) {
        return replace(from, new Tenancy.Vacant(from.number() + 1));
    }

    /** Puts the next owner on the lease directly. Null if the hold no longer stands on it. */
    @Nullable EngineHold handOver(EngineHold from, long now) {
        EngineHold next = new EngineHold(this, from.number() + 1, now);
        return replace(from, next) ? next : null;
    }

    /** Ends the lease on behalf of its owner. False if the hold no longer stands on it. */
    boolean release(EngineHold from) {
        return replace(from, Tenancy.Released.RELEASED);
    }

    /** Ends the lease unless somebody stands on it. */
    boolean releaseIfVacant() {
        return tenancy instanceof Tenancy.Vacant vacant && replace(vacant, Tenancy.Released.RELEASED);
    }

    /** Ends the lease for whoever stands on it; null if it had ended before. */
    Tenancy.@Nullable Loss lose(LossReason reason) {
        while (true) {
            Tenancy seen = tenancy;
            if (seen instanceof Tenancy.Released || seen instanceof Tenancy.Loss) {
                return null;
            }
            Tenancy.Loss loss = new Tenancy.Loss(seen instanceof EngineHold hold ? hold : null, reason);
            if (replace(seen, loss)) {
                return loss;
            }
        }
    }

    private boolean replace(Tenancy expected, Tenancy next) {
        return TENANCY.compareAndSet(this, expected, next);
    }

    // ---- time

    /** The moment from which on the lock may be somebody else's. */
    long deadline() {
        return confirmedAt + length - length / 100 - FIXED_DRIFT;
    }

    /** When the lease ends on the server at the latest, unless it was renewed there without our hearing of it. */
    long serverEnd() {
        return confirmedAt + length + length / 100 + FIXED_DRIFT;
    }

    /** Given back or lost: nothing more is to be done for it. */
    boolean isOver() {
        return tenancy instanceof Tenancy.Released || tenancy instanceof Tenancy.Loss;
    }

    boolean isExpired(long now) {
        return now - deadline() >= 0;
    }

    /** Two thirds of the lease have passed without a confirmed renewal. */
    boolean isSuspect(long now) {
        return autoRenew && now - confirmedAt >= length / 3 * 2;
    }

    /**
     * Whether so much of the lease is left that a new owner can start on it without asking the backend first. A fixed lease must
     * be whole, because no renewal will follow that makes it so.
     */
    boolean isFresh(long now) {
        return now - confirmedAt < length / 2 && (autoRenew || length == wholeLength);
    }

    /** Whether a new owner can start on it at all. */
    boolean isUsable(long now) {
        return !isExpired(now) && (autoRenew || length == wholeLength);
    }

    /**
     * The backend has confirmed the grant in answer to a request sent at this time.
     *
     * @return whether anything of it is left; the answer may have taken longer than the lease
     */
    synchronized boolean confirm(long sentAt, long now) {
        if (sentAt - confirmedAt >= 0) {
            confirmedAt = sentAt;
            length = wholeLength;
            lateTold = false;
            planRenewal(sentAt);
        }
        return !isExpired(now);
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

    /** At a third of the lease, or from a sixth on if another renewal is due then: that is what makes batches. */
    private void planRenewal(long from) {
        renewFrom = from + length / 6;
        renewBy = from + length / 3;
    }

    /** A field handle in place of an AtomicReference: taking and vacating touch one cache line instead of two. */
    private static VarHandle tenancyHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(Lease.class, "tenancy", Tenancy.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
