package io.holdfast.lock.internal;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClosedException;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockException;
import io.holdfast.lock.LossReason;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the acquisitions of one client for one name meet. At most one of them asks the backend; the lease it gets is passed
 * from waiter to waiter for a while before it goes back.
 *
 * <p>A lane is in one of these states, and exists only while it is not the first:
 *
 * <pre>
 *   idle      no waiters, no request, no lease
 *   asking    a request is with the backend on behalf of the first waiter
 *   held      a lease, and a hold that stands on it
 *   vacant    a lease without hold: offered to the first waiter, but whoever runs first may take it
 * </pre>
 *
 * <p>Vacancy is what makes contention inside a JVM cheap: waking a thread takes longer than most critical sections, and another
 * that is already running can do its work meanwhile. The sleeper does not starve: a waiter that was
 * offered the lease a millisecond ago gets it directly, and a lease is handed on a bounded number of times before it goes back.
 *
 * <p>State is guarded by the lane's monitor, with one exception: a vacant lease is taken, and vacated for the first waiter, by
 * one atomic step on its {@link Tenancy} alone. Whoever vacates looks for a waiter afterwards, whoever leaves the line looks
 * for a vacant lease afterwards, so one of the two sees the other. Nothing is called under the monitor that may block, call
 * back or take another lane's monitor: what has to follow is collected in {@link Effects} and done after it is left.
 */
final class Lane {
    private static final int SPINS = 64;
    private static final CompletableFuture<Answer> HANDED_ON = CompletableFuture.completedFuture(Answer.YES);

    private final Engine engine;
    private final LaneKey key;
    private final boolean shared;

    // Mutable state, written under this object's monitor
    private final LocalQueue waiters = new LocalQueue();
    private volatile @Nullable Lease lease;
    private @Nullable Request request;
    private boolean retired;

    /** @param shared whether others may join; a lane that is not has one waiter and never hands on */
    Lane(Engine engine, LaneKey key, boolean shared) {
        this.engine = engine;
        this.key = key;
        this.shared = shared;
    }

    Engine engine() {
        return engine;
    }

    String name() {
        return key.name();
    }

    // ---- waiting

    /** Takes the lease if it is vacant right now. */
    @Nullable EngineHold take(long now) {
        Lease offered = lease;
        return offered == null ? null : offered.take(now);
    }

    /**
     * Takes the lease if it is vacant now or gets vacant in a moment. Most holds are shorter than it takes to put a thread to
     * sleep and wake it up again, so it pays to look a few times before.
     */
    @Nullable EngineHold takeSoon(long now) {
        for (int i = 0; i < SPINS; i++) {
            Lease offered = lease;
            if (offered == null) {
                return null;
            }
            EngineHold hold = offered.take(now);
            if (hold != null) {
                return hold;
            }
            Thread.onSpinWait();
        }
        return null;
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
        EngineHold hold = take(now);
        if (hold != null) {
            waiter.settle(hold);
        } else if (waiter.waits() || isIdle()) {
            waiters.add(waiter);
            noteOwner(waiter);
            ask(now, effects);
        } else if (lease != null || requireNonNull(request).isConfirmed()) {
            waiter.settle(LockEvent.Outcome.REFUSED);
        } else {
            return Entry.UNDECIDED;
        }
        return Entry.ENTERED;
    }

    /**
     * Lets a waiter look: takes the lease if it is vacant and the waiter first in line, gives up if its time is up.
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
            dropExpired(now, effects);
            left = waiter.isSettled() ? 0 : look(waiter, now, effects);
        }
        // What ran may have used up the signal that came meanwhile.
        return effects.run() && left > 0 ? check(waiter) : left;
    }

    private long look(Waiter waiter, long now, Effects effects) {
        waiter.clearSignal();
        EngineHold hold = waiters.first() == waiter ? take(now) : null;
        if (hold != null) {
            waiters.remove(waiter);
            waiter.settle(hold);
            return 0;
        }
        long limit = waiter.left(now);
        long silence = silenceLeft(waiter, now);
        noteOwner(waiter);
        if (limit > 0 && silence > 0) {
            askAgainIfStale(now, effects);
            // Never longer than the answer limit, because a request may be sent and stay without answer while it sleeps.
            return Math.min(Math.min(limit, silence), engine.answerLimit());
        }
        giveUp(waiter, now, effects);
        return 0;
    }

    /** Not acquired is certain if another owner was seen, and the backend has not been silent for too long since. */
    private void giveUp(Waiter waiter, long now, Effects effects) {
        waiters.remove(waiter);
        Request asked = request;
        if (asked != null && !asked.isConfirmed() && (!waiter.hasSeenOwner() || asked.trouble() != null || silenceLeft(waiter, now) <= 0)) {
            Throwable trouble = asked.trouble();
            waiter.settle(() -> noAnswer(trouble));
        } else {
            waiter.settle(LockEvent.Outcome.TIMED_OUT);
        }
        afterLeaving(now, effects);
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

    /** What a gone waiter leaves to the others: the request, or a vacant lease. If there are no others, it is ended. */
    private void afterLeaving(long now, Effects effects) {
        Waiter first = waiters.first();
        if (first == null) {
            withdrawRequest(effects);
            releaseIfUnwanted(effects);
        } else if (request != null && !request.acquisition().waits()) {
            withdrawRequest(effects);
            ask(now, effects);
        } else if (lease != null && lease.isVacant()) {
            effects.signal(first);
        }
    }

    // ---- releasing

    /**
     * Ends a hold: hands the lease on, or gives it back and asks anew for those who wait. Does nothing to a hold that was
     * closed or lost before.
     *
     * @return what the backend says, or null if the hold did not end here
     */
    @Nullable CompletableFuture<Answer> release(EngineHold hold) {
        Lease held = hold.lease();
        long now = engine.timeline().nanos();
        if (held.isExpired(now)) {
            lose(held, LossReason.EXPIRED);
            return null;
        }
        Waiter first = waiters.first();
        if (first == null || !engine.mayHandOn(hold, key, now)) {
            return releaseToBackend(hold, now);
        }
        if (first.isOverdue(now)) {
            return handOver(hold, now) ? HANDED_ON : null;
        }
        if (!held.handOn(hold)) {
            return null;
        }
        engine.telemetry().released(hold, true);
        offerVacancy(now);
        return HANDED_ON;
    }

    /** After the lease was vacated: calls the first waiter, or ends the lease if all have left in between. */
    private void offerVacancy(long now) {
        Waiter first = waiters.first();
        if (first != null) {
            if (first.offer(now)) {
                first.signal();
            }
            return;
        }
        Effects effects = new Effects(engine);
        synchronized (this) {
            releaseIfUnwanted(effects);
        }
        effects.run();
    }

    /** Puts the first waiter on the lease in the place of the hold; nobody can come between. */
    private boolean handOver(EngineHold hold, long now) {
        Effects effects = new Effects(engine);
        boolean ended;
        synchronized (this) {
            Waiter first = waiters.first();
            EngineHold next = first == null ? null : hold.lease().handOver(hold, now);
            if (first != null && next != null) {
                waiters.remove(first);
                first.settle(next);
                effects.signal(first);
                ended = true;
            } else {
                ended = hold.lease().handOn(hold);
                releaseIfUnwanted(effects);
            }
        }
        if (ended) {
            engine.telemetry().released(hold, true);
        }
        effects.run();
        return ended;
    }

    private @Nullable CompletableFuture<Answer> releaseToBackend(EngineHold hold, long now) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            if (!hold.lease().release(hold)) {
                return null;
            }
            lease = null;
            effects.release(hold.lease());
            ask(now, effects);
            retireIfIdle();
        }
        effects.run();
        engine.telemetry().released(hold, false);
        return effects.releaseAnswer();
    }

    private void releaseIfUnwanted(Effects effects) {
        Lease unwanted = lease;
        if (unwanted != null && waiters.isEmpty() && unwanted.releaseIfVacant()) {
            lease = null;
            effects.release(unwanted);
        }
        retireIfIdle();
    }

    // ---- losing

    /** The lease is gone: its deadline passed, or the backend said so. Does nothing if it was given back before. */
    void lose(Lease gone, LossReason reason) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            drop(gone, reason, engine.timeline().nanos(), effects);
        }
        effects.run();
    }

    /** The backend has learned that the grant of this request is gone, perhaps before the grant itself was seen here. */
    void revoked(Request granted) {
        Lease held;
        synchronized (this) {
            held = lease;
            if (request == granted) {
                granted.markGone();
            }
        }
        if (held != null && held.isFrom(granted)) {
            lose(held, LossReason.REVOKED);
        }
    }

    private void dropExpired(long now, Effects effects) {
        Lease held = lease;
        if (held != null && held.isExpired(now)) {
            drop(held, LossReason.EXPIRED, now, effects);
        }
    }

    private void drop(Lease gone, LossReason reason, long now, Effects effects) {
        Tenancy.Loss loss = gone.lose(reason);
        if (loss != null) {
            effects.lose(gone, loss);
            if (reason == LossReason.EXPIRED) {
                // A renewal whose reply was lost may have kept it alive on the server. Not before it would have ended there.
                effects.later(gone.serverEnd() - now, () -> engine.releases().startInBackground(gone.acquisition()));
            }
            lease = null;
            ask(now, effects);
            retireIfIdle();
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
        synchronized (this) {
            retired = true;
            failAll(effects, () -> new LockClosedException(name(), engine.info().address()));
            if (request != null) {
                toRelease.add(request.acquisition());
                request = null;
            }
            Lease held = lease;
            if (held != null) {
                toRelease.add(held.acquisition());
                drop(held, LossReason.CLIENT_CLOSED, engine.timeline().nanos(), effects);
            }
        }
        effects.run();
        return effects.lossTold();
    }

    // ---- asking the backend

    /** Asks on behalf of the first waiter, unless there is a lease or a request already. */
    private void ask(long now, Effects effects) {
        Waiter first = waiters.first();
        if (first != null && request == null && lease == null) {
            request = new Request(this, engine.newAcquisition(key, first), key.options().autoRenew(), now);
            effects.send(request);
        }
    }

    /** Whether the request may go out: not if everybody has left before. */
    synchronized boolean sending(Request asked) {
        if (request == asked) {
            asked.markSent();
        }
        return request == asked;
    }

    /** While it was being sent, the last waiter may have left, and its release have gone out first. */
    void sent(Request asked) {
        boolean overtaken;
        synchronized (this) {
            overtaken = request != asked && !asked.isAnswered();
        }
        if (overtaken) {
            engine.releases().startInBackground(asked.acquisition());
        }
    }

    synchronized boolean wants(Request asked) {
        return request == asked;
    }

    /** The backend has it in line. If nobody wants it any more, its release was overtaken by the request. */
    void confirmed(Request waiting) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            Lease held = lease;
            if (request == waiting) {
                waiting.confirm(engine.timeline().nanos());
            } else if (held == null || !held.isFrom(waiting)) {
                effects.withdraw(waiting);
            }
        }
        effects.run();
    }

    /** A grant has come that has to be asked for again before it is used. False if nobody wants it any more. */
    boolean startingAnew(Request asked) {
        Effects effects = new Effects(engine);
        boolean wanted;
        synchronized (this) {
            wanted = takeAnswer(asked, effects);
            asked.doubt(engine.timeline().nanos());
        }
        effects.run();
        return wanted;
    }

    /** A confirmed wait of which nothing was heard for long is asked for again: that keeps its place, and finds a lost grant. */
    private void askAgainIfStale(long now, Effects effects) {
        if (request != null && request.isStale(now)) {
            request.confirm(now);
            effects.send(request);
        }
    }

    /** Starts the lease: with the first waiter on it, or vacant if others may be quicker and he can bear it. */
    void granted(Request asked, Lease granted, long now) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            if (takeAnswer(asked, effects)) {
                if (asked.isGone()) {
                    repeatLater(asked, new IllegalStateException("the grant was revoked before it arrived"), effects);
                } else {
                    request = null;
                    offer(granted, now, effects);
                    lease = granted;
                    engine.renewals().add(granted);
                }
            }
        }
        effects.run();
    }

    private void offer(Lease granted, long now, Effects effects) {
        Waiter first = requireNonNull(waiters.first());
        if (first.waits() && first.next != null && engine.handsOn(key) && !first.isOverdue(now)) {
            first.offer(now);
        } else {
            waiters.remove(first);
            first.settle(requireNonNull(granted.take(now)));
        }
        effects.signal(first);
    }

    /** The answer to a request that did not want to wait. */
    void refused(Request asked) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            if (takeAnswer(asked, effects)) {
                request = null;
                Waiter first = requireNonNull(waiters.first());
                waiters.remove(first);
                first.settle(LockEvent.Outcome.REFUSED);
                effects.signal(first);
                ask(engine.timeline().nanos(), effects);
                retireIfIdle();
            }
        }
        effects.run();
    }

    /** The backend certainly did not apply the request, and would not if it were repeated. */
    void failed(Request asked, Throwable cause) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            if (takeAnswer(asked, effects)) {
                boolean mayBeApplied = asked.mayBeApplied();
                if (mayBeApplied) {
                    effects.withdraw(asked);
                }
                request = null;
                String backend = engine.info().address();
                failAll(effects, () -> new LockBackendException(name(), backend, "the backend refused the request", mayBeApplied, cause));
                retireIfIdle();
            }
        }
        effects.run();
    }

    /** Nobody knows whether the request was applied: it is repeated until somebody knows, or nobody wants to any more. */
    void unanswered(Request asked, Throwable cause) {
        Effects effects = new Effects(engine);
        synchronized (this) {
            if (takeAnswer(asked, effects)) {
                repeatLater(asked, cause, effects);
            }
        }
        effects.run();
    }

    private void repeatLater(Request asked, Throwable cause, Effects effects) {
        effects.later(asked.fail(cause, engine.timeline().nanos()), asked::send);
    }

    /**
     * Whether anybody still waits for this answer. If not, what may have been granted must not stay on the server; releasing
     * what was refused or released already does no harm.
     */
    private boolean takeAnswer(Request asked, Effects effects) {
        asked.markAnswered();
        Lease held = lease;
        boolean wanted = request == asked;
        if (!wanted && (held == null || !held.isFrom(asked))) {
            effects.withdraw(asked);
        }
        return wanted;
    }

    private void failAll(Effects effects, Supplier<LockException> failure) {
        for (Waiter waiter : waiters.all()) {
            waiters.remove(waiter);
            waiter.settle(failure);
            effects.signal(waiter);
        }
    }

    private void withdrawRequest(Effects effects) {
        if (request != null) {
            effects.withdraw(request);
            request = null;
        }
    }

    // ---- small steps under the monitor

    private void noteOwner(Waiter waiter) {
        if (lease != null || (request != null && request.isConfirmed())) {
            waiter.markOwnerSeen();
        }
    }

    private boolean isIdle() {
        return request == null && lease == null && waiters.isEmpty();
    }

    private void retireIfIdle() {
        if (isIdle() && !retired) {
            retired = true;
            engine.lanes().retire(shared ? key : this, this);
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
        String backend = engine.info().address();
        String what = "no answer from the backend in time; the lock may or may not have been taken there, is being given back, and"
                + " frees itself within the lease";
        return trouble == null
                ? new LockBackendException(name(), backend, what, true)
                : new LockBackendException(name(), backend, what, true, trouble);
    }
}
