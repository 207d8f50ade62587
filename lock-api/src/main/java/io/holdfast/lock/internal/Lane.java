package io.holdfast.lock.internal;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClosedException;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LossReason;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where the acquisitions of one client for one name meet. At most one of them asks the backend; the grant it gets is passed
 * from waiter to waiter for a while before it goes back.
 *
 * <p>A lane is in one of these states, and exists only while it is not the first:
 *
 * <pre>
 *   idle      no waiters, no request, no lease
 *   asking    a request is with the backend on behalf of the first waiter
 *   held      a lease, and a hold that stands on it
 *   free      a lease without hold: on its way to the first waiter, but whoever runs first may take it
 * </pre>
 *
 * <p>Free is what makes contention inside a JVM cheap: waking a thread takes longer than most critical sections, and another
 * that is already running can do its work meanwhile. It can't starve the sleeper, because the number of hand-offs is bounded
 * and a grant that comes from the backend is given to the first waiter directly.
 *
 * <p>State is guarded by the lane's monitor. Nothing is called under it that may block, call back or take another lane's
 * monitor: what has to follow is collected in {@link Effects} and done after the monitor is left.
 */
final class Lane {
    private final Engine engine;
    private final LaneKey key;
    private final boolean shared;

    // Mutable state, guarded by this
    private final LocalQueue waiters = new LocalQueue();
    private @Nullable Request request;
    private @Nullable Lease lease;
    private @Nullable EngineHold current;
    private boolean retired;

    /** @param shared whether others may join; a lane that is not has one waiter and never hands on */
    Lane(Engine engine, LaneKey key, boolean shared) {
        this.engine = engine;
        this.key = key;
        this.shared = shared;
    }

    String name() {
        return key.name();
    }

    /** What became of an attempt to {@link #enter}. */
    enum Entry {
        /** The waiter is settled or in line. */
        ENTERED,
        /** The lane has ended; ask for the current one. */
        RETIRED,
        /** The waiter does not want to wait, and this lane can't tell whether it would have to: ask the backend apart. */
        UNDECIDED
    }

    Entry enter(Waiter waiter) {
        Effects effects = new Effects(engine);
        Entry entry;
        synchronized (this) {
            long now = engine.timeline().nanos();
            dropExpired(now, effects);
            entry = enter(waiter, now, effects);
        }
        effects.run();
        return entry;
    }

    private Entry enter(Waiter waiter, long now, Effects effects) {
        if (retired) {
            return Entry.RETIRED;
        }
        if (isFree()) {
            give(waiter, now);
        } else if (waiter.waits() || isIdle()) {
            waiters.add(waiter);
            ask(now, effects);
        } else if (lease != null || requireNonNull(request).isConfirmed()) {
            waiter.settle(LockEvent.Outcome.REFUSED);
        } else {
            return Entry.UNDECIDED;
        }
        return Entry.ENTERED;
    }

    /**
     * Lets a waiter look: takes the lease if it is free and the waiter first in line, gives up if its time is up.
     *
     * @return zero if the waiter is settled, else how long it may sleep before it has to look again
     */
    long check(Waiter waiter) {
        if (waiter.isSettled()) {
            return 0;
        }
        Effects effects = new Effects(engine);
        long left;
        synchronized (this) {
            long now = engine.timeline().nanos();
            waiter.signalled = false;
            dropExpired(now, effects);
            left = waiter.isSettled() ? 0 : look(waiter, now, effects);
        }
        effects.run();
        return left;
    }

    private long look(Waiter waiter, long now, Effects effects) {
        if (isFree() && waiters.first() == waiter) {
            waiters.remove(waiter);
            give(waiter, now);
            return 0;
        }
        long limit = waiter.left(now);
        long silence = silenceLeft(waiter, now);
        if (limit > 0 && silence > 0) {
            // Never longer than the answer limit, because a request may be sent and stay without answer while it sleeps.
            return Math.min(Math.min(limit, silence), engine.answerLimit());
        }
        waiters.remove(waiter);
        if (request != null && !request.isConfirmed()) {
            Throwable trouble = request.trouble();
            waiter.settle(() -> noAnswer(trouble));
        } else {
            waiter.settle(LockEvent.Outcome.TIMED_OUT);
        }
        afterLeaving(now, effects);
        return 0;
    }

    /** The waiter no longer wants the lock. If it has it already, that is for the waiter to give back. */
    void abandon(Waiter waiter) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            if (!waiter.isSettled()) {
                waiters.remove(waiter);
                waiter.settle(LockEvent.Outcome.WITHDRAWN);
                afterLeaving(engine.timeline().nanos(), effects);
            }
        }
        effects.run();
    }

    /** What a gone waiter leaves to the others: the request, or a free lease. If there are no others, it is ended. */
    private void afterLeaving(long now, Effects effects) {
        Waiter first = waiters.first();
        if (first == null) {
            withdrawRequest(effects);
            releaseIfFree(effects);
            retireIfIdle();
        } else if (request != null && !request.acquisition().waits()) {
            withdrawRequest(effects);
            ask(now, effects);
        } else if (isFree()) {
            signal(first, effects);
        }
    }

    /**
     * Ends a hold: hands the lease on, or gives it back and asks anew for those who wait.
     *
     * @return the release to wait for; null if there is none
     * @throws LockLostException if the hold had been lost, and this was not told by an earlier close
     */
    @Nullable PendingRelease release(EngineHold hold) {
        Effects effects = new Effects(engine);
        LockLostException lost = null;
        boolean closed = false;
        synchronized (this) {
            long now = engine.timeline().nanos();
            dropExpired(now, effects);
            if (!hold.isOpen()) {
                lost = hold.closeLost();
            } else {
                closed = true;
                hold.markClosed();
                current = null;
                passOnOrRelease(requireNonNull(lease), now, effects);
            }
        }
        if (closed) {
            engine.telemetry().released(hold, effects.released() == null);
        }
        effects.run();
        if (lost != null) {
            throw lost;
        }
        return effects.pendingRelease();
    }

    private void passOnOrRelease(Lease held, long now, Effects effects) {
        Waiter first = waiters.first();
        if (first == null || !engine.mayHandOn(held, key, now)) {
            lease = null;
            effects.release(held);
            if (first == null) {
                retireIfIdle();
            } else {
                ask(now, effects);
            }
            return;
        }
        held.handOn();
        if (first.takesDelivery()) {
            waiters.remove(first);
            give(first, now);
        }
        signal(first, effects);
    }

    /** The lease is gone: its deadline passed, or the backend said so. Does nothing if it was given back before. */
    void lose(Lease gone, LossReason reason) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            if (lease == gone) {
                drop(gone, reason, engine.timeline().nanos(), effects);
            }
        }
        effects.run();
    }

    /** The backend has learned that the grant of this request is gone. */
    void revoked(Request granted) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            if (lease != null && lease.acquisition() == granted.acquisition()) {
                drop(lease, LossReason.REVOKED, engine.timeline().nanos(), effects);
            }
        }
        effects.run();
    }

    void confirmed(Request waiting, long askedAt) {
        synchronized (this) {
            waiting.confirm(askedAt);
        }
    }

    /**
     * Ends everything because the client closes: waiters fail, the hold is lost, later entries find the lane retired. What is
     * on the backend is not released yet, so that the owner hears of the loss before anybody else can have the lock.
     *
     * @param toRelease gets the acquisition that is with the backend
     * @return completes when the owner has been told
     */
    CompletableFuture<Void> shutDown(List<Acquisition> toRelease) {
        Effects effects = new Effects(engine);
        CompletableFuture<Void> told = CompletableFuture.completedFuture(null);
        EngineHold victim;
        synchronized (this) {
            retired = true;
            for (Waiter waiter : waiters.all()) {
                waiters.remove(waiter);
                waiter.settle(() -> new LockClosedException(name(), engine.info().address()));
                effects.signal(waiter);
            }
            if (request != null) {
                toRelease.add(request.acquisition());
                request = null;
            }
            if (lease != null) {
                toRelease.add(lease.acquisition());
                effects.forget(lease);
                lease = null;
            }
            victim = current;
            current = null;
            if (victim != null) {
                victim.markLost(LossReason.CLIENT_CLOSED);
            }
        }
        effects.run();
        return victim == null ? told : victim.tellLost();
    }

    // ---- asking the backend

    /** Asks on behalf of the first waiter, unless there is a lease or a request already. */
    private void ask(long now, Effects effects) {
        Waiter first = waiters.first();
        if (first != null && request == null && lease == null) {
            request = new Request(this, engine.newAcquisition(key, first), now);
            effects.send(request);
        }
    }

    /** Sends the request, for the first time or again. */
    void send(Request asked) {
        long sentAt = engine.timeline().nanos();
        try {
            engine.backend().acquire(asked.acquisition(), asked)
                    .whenComplete((outcome, error) -> answered(asked, sentAt, outcome, error));
        } catch (RuntimeException broken) {
            answered(asked, sentAt, null, broken);
        }
        withdrawIfOvertaken(asked);
    }

    /** Between the decision to ask and the asking, the last waiter may have left, and its release have gone out first. */
    private void withdrawIfOvertaken(Request asked) {
        boolean overtaken;
        synchronized (this) {
            overtaken = request != asked && !asked.isAnswered();
        }
        if (overtaken) {
            engine.releases().start(asked.acquisition());
        }
    }

    private void answered(Request asked, long sentAt, @Nullable AcquireOutcome outcome, @Nullable Throwable error) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            long now = engine.timeline().nanos();
            asked.markAnswered();
            if (request != asked) {
                answeredTooLate(asked, outcome, effects);
            } else if (outcome instanceof AcquireOutcome.Granted granted) {
                granted(asked, granted.token(), sentAt, now, effects);
            } else if (outcome instanceof AcquireOutcome.Refused && !asked.acquisition().waits()) {
                refused(now, effects);
            } else if (outcome instanceof AcquireOutcome.Failed failed) {
                failed(failed.cause(), effects);
            } else {
                repeatLater(asked, Outcomes.cause(outcome, error), now, effects);
            }
        }
        effects.run();
    }

    /** Nobody waits for this any more. A grant, or what may have been one, must not stay on the server. */
    private void answeredTooLate(Request asked, @Nullable AcquireOutcome outcome, Effects effects) {
        boolean stillOurs = lease != null && lease.acquisition() == asked.acquisition();
        if (!stillOurs && (outcome == null || outcome instanceof AcquireOutcome.Granted || outcome instanceof AcquireOutcome.Unknown)) {
            effects.withdraw(asked);
        }
    }

    private void granted(Request asked, long token, long sentAt, long now, Effects effects) {
        if (token < 0 || token > Lease.MAX_BACKEND_TOKEN) {
            failed(new IllegalStateException("the backend gave a token out of range: " + token), effects);
            effects.withdraw(asked);
            return;
        }
        long confirmedAt = asked.notGrantedAt() - sentAt > 0 ? asked.notGrantedAt() : sentAt;
        Lease granted = new Lease(this, asked.acquisition(), key.options().autoRenew(), token, confirmedAt, now);
        if (granted.isFresh(now)) {
            accept(granted, now, effects);
        } else {
            effects.confirm(asked, granted);
        }
    }

    /** Starts a new owner on the lease: the first waiter, who can't be overtaken here. */
    private void accept(Lease granted, long now, Effects effects) {
        request = null;
        lease = granted;
        engine.renewals().add(granted);
        Waiter first = requireNonNull(waiters.first());
        waiters.remove(first);
        give(first, now);
        signal(first, effects);
    }

    /** The grant came after so long a wait that nobody knows how much of its lease is left: start it anew before it is used. */
    void confirm(Request asked, Lease granted) {
        long sentAt = engine.timeline().nanos();
        try {
            engine.backend().renew(List.of(asked.acquisition()))
                    .whenComplete((answers, error) -> confirmAnswered(asked, granted, sentAt, answers, error));
        } catch (RuntimeException broken) {
            confirmAnswered(asked, granted, sentAt, null, broken);
        }
    }

    private void confirmAnswered(Request asked, Lease granted, long sentAt, @Nullable List<Answer> answers, @Nullable Throwable error) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            long now = engine.timeline().nanos();
            if (request != asked) {
                effects.withdraw(asked);
            } else if (answers != null && answers.size() == 1 && answers.get(0) == Answer.YES) {
                granted.confirm(sentAt);
                accept(granted, now, effects);
            } else {
                repeatLater(asked, Outcomes.cause(null, error), now, effects);
            }
        }
        effects.run();
    }

    private void refused(long now, Effects effects) {
        request = null;
        Waiter first = requireNonNull(waiters.first());
        waiters.remove(first);
        first.settle(LockEvent.Outcome.REFUSED);
        signal(first, effects);
        ask(now, effects);
        retireIfIdle();
    }

    private void failed(Throwable cause, Effects effects) {
        request = null;
        for (Waiter waiter : waiters.all()) {
            waiters.remove(waiter);
            waiter.settle(() -> new LockBackendException(name(), engine.info().address(), "the backend refused the request", false, cause));
            effects.signal(waiter);
        }
        retireIfIdle();
    }

    private void repeatLater(Request asked, Throwable cause, long now, Effects effects) {
        effects.later(asked.fail(cause, now), () -> repeat(asked));
    }

    private void repeat(Request asked) {
        synchronized (this) {
            if (request != asked) {
                return;
            }
        }
        send(asked);
    }

    // ---- steps under the monitor

    private boolean isIdle() {
        return request == null && lease == null && waiters.isEmpty();
    }

    private boolean isFree() {
        return lease != null && current == null;
    }

    private void give(Waiter waiter, long now) {
        EngineHold hold = new EngineHold(engine, this, requireNonNull(lease), now);
        current = hold;
        waiter.settle(hold);
    }

    private static void signal(Waiter waiter, Effects effects) {
        if (!waiter.signalled) {
            waiter.signalled = true;
            effects.signal(waiter);
        }
    }

    private void dropExpired(long now, Effects effects) {
        if (lease != null && lease.isExpired(now)) {
            drop(lease, LossReason.EXPIRED, now, effects);
        }
    }

    private void drop(Lease gone, LossReason reason, long now, Effects effects) {
        gone.markLost();
        effects.forget(gone);
        lease = null;
        if (current != null) {
            current.markLost(reason);
            effects.tellLost(current);
            current = null;
        }
        ask(now, effects);
        retireIfIdle();
    }

    private void withdrawRequest(Effects effects) {
        if (request != null) {
            effects.withdraw(request);
            request = null;
        }
    }

    private void releaseIfFree(Effects effects) {
        if (isFree()) {
            effects.release(requireNonNull(lease));
            lease = null;
        }
    }

    private void retireIfIdle() {
        if (isIdle()) {
            retired = true;
            engine.retire(shared ? key : this, this);
        }
    }

    /** How long the waiter may still believe in a backend that has given no sign of life. */
    private long silenceLeft(Waiter waiter, long now) {
        if (request == null || request.isConfirmed()) {
            return Long.MAX_VALUE;
        }
        long since = request.silentSince() - waiter.enteredAt() > 0 ? request.silentSince() : waiter.enteredAt();
        return engine.answerLimit() - (now - since);
    }

    private LockBackendException noAnswer(@Nullable Throwable trouble) {
        return new LockBackendException(name(), engine.info().address(), "no answer from the backend in time; the lock may or may not have been"
                + " taken there, is being given back, and frees itself within the lease", true, trouble);
    }
}
