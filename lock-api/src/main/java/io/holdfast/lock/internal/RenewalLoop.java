package io.holdfast.lock.internal;

import io.holdfast.lock.LossReason;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.LockBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Renews all leases of a client, together, and tells those that ran out. One timer, armed for the earliest need.
 *
 * <p>When one lease is due, all that have used up a sixth of theirs go along, so the number of requests depends on the length
 * of the lease and not on how many are held or how often locks come and go. A renewal that stays without answer is repeated,
 * faster as the deadline nears. The loop survives whatever a backend throws at it.
 *
 * <p>A tick looks at every lease: 100,000 of them take about a millisecond, a few times a lease. That buys an uncontended
 * acquire and release that only add to and remove from a set.
 */
final class RenewalLoop {
    private static final System.Logger LOG = System.getLogger(RenewalLoop.class.getName());
    private static final long AFTER_FAILURE = Duration.ofMillis(50).toNanos();

    private final LockBackend backend;
    private final Timeline timeline;
    private final Telemetry telemetry;

    private final Set<Lease> leases = ConcurrentHashMap.newKeySet();

    // Mutable state, written under this object's monitor
    private Timeline.@Nullable Timer timer;
    private volatile boolean armed;
    private volatile long wakeAt;
    private long ticks;

    RenewalLoop(LockBackend backend, Timeline timeline, Telemetry telemetry) {
        this.backend = backend;
        this.timeline = timeline;
        this.telemetry = telemetry;
    }

    void add(Lease lease) {
        leases.add(lease);
        wakeBy(lease.wakeAt());
    }

    /** From here on no renewal is sent for it. One that is under way can't revive it: the backend goes by the acquisition id. */
    void remove(Lease lease) {
        leases.remove(lease);
    }

    private void wakeBy(long time) {
        if (armed && wakeAt - time <= 0) {
            return;
        }
        synchronized (this) {
            if (armed && wakeAt - time <= 0) {
                return;
            }
            if (timer != null) {
                timer.cancel();
            }
            wakeAt = time;
            armed = true;
            long number = ++ticks;
            timer = timeline.after(Math.max(0, time - timeline.nanos()), () -> tick(number));
        }
    }

    /** @param number of the timer that calls; one that was cancelled while it fired is not the latest and does nothing */
    private void tick(long number) {
        synchronized (this) {
            if (number != ticks) {
                return;
            }
            armed = false;
            timer = null;
        }
        long now = timeline.nanos();
        try {
            tellExpired(now);
            if (leases.stream().anyMatch(lease -> lease.mustRenew(now))) {
                renew(leases.stream().filter(lease -> lease.mayRenew(now)).toList(), now);
            }
            leases.stream().mapToLong(lease -> lease.wakeAt() - now).min().ifPresent(next -> wakeBy(now + next));
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "The renewal loop stumbled and goes on", e);
            wakeBy(now + AFTER_FAILURE);
        }
    }

    private void tellExpired(long now) {
        leases.removeIf(Lease::isOver);
        for (Lease lease : leases) {
            if (lease.isExpired(now)) {
                lease.lane().lose(lease, LossReason.EXPIRED);
            } else if (lease.tellLate(now)) {
                telemetry.renewalLate(lease, now);
            }
        }
    }

    private void renew(List<Lease> due, long sentAt) {
        List<Acquisition> grants = new ArrayList<>(due.size());
        for (Lease lease : due) {
            lease.attempted(sentAt);
            grants.add(lease.acquisition());
        }
        backend.renew(grants).whenComplete((answers, error) -> answered(due, sentAt, answers, error));
    }

    private void answered(List<Lease> due, long sentAt, @Nullable List<Answer> answers, @Nullable Throwable error) {
        if (answers == null || answers.size() != due.size()) {
            LOG.log(System.Logger.Level.DEBUG, () -> "Renewal of " + due.size() + " locks on " + backend.info().address()
                    + " was not confirmed, trying again: " + (error != null ? error : "the backend answered for another number"));
            return;
        }
        for (int i = 0; i < due.size(); i++) {
            answered(due.get(i), sentAt, answers.get(i));
        }
    }

    private void answered(Lease lease, long sentAt, Answer answer) {
        if (answer == Answer.NO) {
            lease.lane().lose(lease, LossReason.REVOKED);
        } else if (answer == Answer.YES) {
            lease.confirm(sentAt, timeline.nanos());
        }
    }
}
