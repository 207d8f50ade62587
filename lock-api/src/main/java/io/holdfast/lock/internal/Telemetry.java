package io.holdfast.lock.internal;

import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.LossReason;
import java.time.Duration;
import java.util.concurrent.Executor;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Tells the outside what happens: JFR, the user's listener, and the log for what an operator should see. */
final class Telemetry {
    private static final System.Logger LOG = System.getLogger("io.holdfast.lock");

    private final String backend;
    private final Timeline timeline;
    private final @Nullable LockListener listener;
    private final Executor callbacks;

    Telemetry(String backend, Timeline timeline, @Nullable LockListener listener, Executor callbacks) {
        this.callbacks = callbacks;
        this.backend = backend;
        this.timeline = timeline;
        this.listener = listener;
    }

    /** Somebody has come for a lock that can't be had on the spot; null while nobody records. */
    static JfrEvents.@Nullable Acquire beginWait() {
        return isRecording() ? begun(new JfrEvents.Acquire()) : null;
    }

    /** A hold begins; null while nobody records. */
    static JfrEvents.@Nullable Held beginHold() {
        return isRecording() ? begun(new JfrEvents.Held()) : null;
    }

    private static <E extends Event> E begun(E event) {
        event.begin();
        return event;
    }

    /** Asked first, because merely loading an event class starts the recorder's machinery, which takes its time. */
    private static boolean isRecording() {
        return FlightRecorder.isInitialized();
    }

    /** A waiter was settled. */
    void asked(String lock, Waiter waiter, JfrEvents.@Nullable Acquire event) {
        EngineHold hold = waiter.hold();
        LockEvent.Outcome outcome = waiter.outcome();
        if (event != null) {
            event.outcome = outcome == null ? "ACQUIRED" : outcome.name();
            commit(event, lock, hold == null ? 0 : hold.number());
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
            tell(new LockEvent.Acquired(hold.lockName(), hold.number(), Duration.ofNanos(hold.since() - enteredAt)));
        }
    }

    void released(EngineHold hold, boolean handedOn) {
        JfrEvents.Held event = hold.event();
        if (event != null) {
            commit(event, hold.lockName(), hold.number());
            if (handedOn) {
                commit(new JfrEvents.HandOff(), hold.lockName(), hold.number());
            }
        }
        if (listener != null) {
            Duration held = Duration.ofNanos(timeline.nanos() - hold.since());
            tell(new LockEvent.Released(hold.lockName(), hold.number(), held, handedOn));
        }
    }

    /** Found by the timer, which must not wait for a listener or a log. */
    void renewalLate(Lease lease, long now) {
        callbacks.execute(() -> tellRenewalLate(lease, now));
    }

    private void tellRenewalLate(Lease lease, long now) {
        String lock = lease.acquisition().name();
        long remaining = lease.deadline() - now;
        LOG.log(System.Logger.Level.WARNING, "Lock ''{0}'' on {1}: renewal is late, {2} ms of the lease are left",
                lock, backend, remaining / 1_000_000);
        if (isRecording()) {
            JfrEvents.RenewalLate event = new JfrEvents.RenewalLate();
            event.remaining = remaining;
            commit(event, lock, lease.firstToken());
        }
        tell(new LockEvent.RenewalLate(lock, lease.firstToken(), Duration.ofNanos(remaining)));
    }

    /** Often found by the timer, which must not wait for a listener or a log. */
    void lost(EngineHold hold, LossReason reason) {
        callbacks.execute(() -> tellLost(hold, reason));
    }

    private void tellLost(EngineHold hold, LossReason reason) {
        LOG.log(System.Logger.Level.WARNING, "Lock ''{0}'' on {1}: lost, {2}", hold.lockName(), backend, reason.explanation());
        if (isRecording()) {
            JfrEvents.Lost event = new JfrEvents.Lost();
            event.reason = reason.name();
            commit(event, hold.lockName(), hold.number());
        }
        tell(new LockEvent.Lost(hold.lockName(), hold.number(), reason));
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
