package io.holdfast.lock.internal;

import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossReason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Tells the outside what happens: JFR, the user's listener, and the log for what an operator should see. */
final class Telemetry {
    private static final System.Logger LOG = System.getLogger("io.holdfast.lock");

    private final String backend;
    private final Timeline timeline;
    private final @Nullable LockListener listener;

    Telemetry(String backend, Timeline timeline, @Nullable LockListener listener) {
        this.backend = backend;
        this.timeline = timeline;
        this.listener = listener;
    }

    /** A waiter was settled. */
    void asked(String lock, Waiter waiter) {
        JfrEvents.Acquire event = new JfrEvents.Acquire();
        boolean recorded = event.isEnabled();
        if (!waiter.isSettled() || !recorded && listener == null) {
            return;
        }
        long waited = timeline.nanos() - waiter.enteredAt();
        EngineHold hold = waiter.hold();
        LockEvent.Outcome outcome = waiter.outcome();
        if (recorded) {
            event.waited = waited;
            event.outcome = outcome == null ? "ACQUIRED" : outcome.name();
            commit(event, lock, hold == null ? 0 : hold.token());
        }
        if (hold != null) {
            tell(new LockEvent.Acquired(lock, hold.token(), Duration.ofNanos(waited)));
        } else if (outcome != null) {
            tell(new LockEvent.NotAcquired(lock, outcome, Duration.ofNanos(waited)));
        }
    }

    void released(EngineHold hold, boolean handedOn) {
        JfrEvents.Held event = new JfrEvents.Held();
        boolean recorded = event.isEnabled();
        if (!recorded && listener == null) {
            return;
        }
        long held = timeline.nanos() - hold.since();
        if (recorded) {
            event.held = held;
            commit(event, hold.lockName(), hold.token());
            if (handedOn) {
                commit(new JfrEvents.HandOff(), hold.lockName(), hold.token());
            }
        }
        tell(new LockEvent.Released(hold.lockName(), hold.token(), Duration.ofNanos(held), handedOn));
    }

    void renewalLate(Lease lease, long now) {
        String lock = lease.acquisition().name();
        long remaining = lease.deadline() - now;
        LOG.log(System.Logger.Level.WARNING, "Lock ''{0}'' on {1}: renewal is late, {2} ms of the lease are left", lock, backend, remaining / 1_000_000);
        JfrEvents.RenewalLate event = new JfrEvents.RenewalLate();
        event.remaining = remaining;
        commit(event, lock, lease.token());
        tell(new LockEvent.RenewalLate(lock, lease.token(), Duration.ofNanos(remaining)));
    }

    void lost(EngineHold hold, LossReason reason) {
        LOG.log(System.Logger.Level.WARNING, "Lock ''{0}'' on {1}: lost, {2}", hold.lockName(), backend, reason.explanation());
        JfrEvents.Lost event = new JfrEvents.Lost();
        event.reason = reason.name();
        commit(event, hold.lockName(), hold.token());
        tell(new LockEvent.Lost(hold.lockName(), hold.token(), reason));
    }

    private void commit(JfrEvents.OfLock event, String lock, long token) {
        event.lock = lock;
        event.backend = backend;
        event.token = token;
        event.commit();
    }

    private void tell(LockEvent event) {
        if (listener != null) {
            try {
                listener.onEvent(event);
            } catch (RuntimeException | Error e) {
                LOG.log(System.Logger.Level.ERROR, "The lock listener failed", e);
            }
        }
    }
}
