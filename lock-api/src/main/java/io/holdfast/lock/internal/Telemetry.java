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

    /** Somebody has come for a lock that can't be had on the spot; null while nobody records. */
    static JfrEvents.@Nullable Acquire beginWait() {
        JfrEvents.Acquire event = new JfrEvents.Acquire();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    /** A hold begins; null while nobody records. */
    static JfrEvents.@Nullable Held beginHold() {
        JfrEvents.Held event = new JfrEvents.Held();
        if (!event.isEnabled()) {
            return null;
        }
        event.begin();
        return event;
    }

    /** A waiter was settled. */
    void asked(String lock, Waiter waiter, JfrEvents.@Nullable Acquire event) {
        EngineHold hold = waiter.hold();
        LockEvent.Outcome outcome = waiter.outcome();
        if (event != null) {
            event.outcome = outcome == null ? "ACQUIRED" : outcome.name();
            commit(event, lock, hold == null ? 0 : hold.token());
        }
        if (hold != null) {
            acquired(hold, waiter.enteredAt());
        } else if (outcome != null && listener != null) {
            tell(new LockEvent.NotAcquired(lock, outcome, Duration.ofNanos(timeline.nanos() - waiter.enteredAt())));
        }
    }

    /** A lock was acquired by somebody who came for it at the given time. */
    void acquired(EngineHold hold, long enteredAt) {
        if (listener != null) {
            tell(new LockEvent.Acquired(hold.lockName(), hold.token(), Duration.ofNanos(hold.since() - enteredAt)));
        }
    }

    void released(EngineHold hold, boolean handedOn) {
        JfrEvents.Held event = hold.event();
        if (event != null) {
            commit(event, hold.lockName(), hold.token());
            if (handedOn) {
                commit(new JfrEvents.HandOff(), hold.lockName(), hold.token());
            }
        }
        if (listener != null) {
            Duration held = Duration.ofNanos(timeline.nanos() - hold.since());
            tell(new LockEvent.Released(hold.lockName(), hold.token(), held, handedOn));
        }
    }

    void renewalLate(Lease lease, long now) {
        String lock = lease.acquisition().name();
        long remaining = lease.deadline() - now;
        LOG.log(System.Logger.Level.WARNING, "Lock ''{0}'' on {1}: renewal is late, {2} ms of the lease are left", lock, backend, remaining / 1_000_000);
        JfrEvents.RenewalLate event = new JfrEvents.RenewalLate();
        event.remaining = remaining;
        commit(event, lock, lease.firstToken());
        tell(new LockEvent.RenewalLate(lock, lease.firstToken(), Duration.ofNanos(remaining)));
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
