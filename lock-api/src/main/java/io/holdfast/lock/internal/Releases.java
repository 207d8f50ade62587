package io.holdfast.lock.internal;

import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.LockBackend;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Releases and withdrawals on their way to the backend. None is forgotten: each is repeated until it is confirmed or its lease
 * has ended on the server. Repeating is safe because the backend ends an acquisition by its id.
 */
final class Releases {
    private static final System.Logger LOG = System.getLogger(Releases.class.getName());
    private static final long TICK = Duration.ofMillis(100).toNanos();
    /** An attempt without any answer for so long is repeated. */
    private static final long SILENCE = Duration.ofSeconds(1).toNanos();

    private final LockBackend backend;
    private final Timeline timeline;
    private final long answerLimit;

    // Mutable state; each is thread safe by itself
    private final Set<PendingRelease> pending = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean ticking = new AtomicBoolean();
    private volatile boolean closed;

    Releases(LockBackend backend, Timeline timeline, long answerLimit) {
        this.backend = backend;
        this.timeline = timeline;
        this.answerLimit = answerLimit;
    }

    /** Ends the acquisition on the backend, whatever state it is in there. For the answer see {@link PendingRelease#answer()}. */
    CompletableFuture<Answer> start(Acquisition acquisition) {
        long now = timeline.nanos();
        PendingRelease release = new PendingRelease(acquisition, now + Math.max(acquisition.lease().toNanos(), answerLimit));
        attempt(release, now);
        // An answer that came at once, as from memory, needs no book-keeping. One that comes in between removes itself, or is
        // dropped by the next tick.
        if (!release.answer().isDone()) {
            pending.add(release);
            tickLater();
            if (closed) {
                giveUp(release);
            }
        }
        return release.answer();
    }

    /** As {@link #start}, for those whom the answer does not concern. */
    void startInBackground(Acquisition acquisition) {
        CompletableFuture<Answer> unused = start(acquisition);
    }

    /** Waits until nothing is on its way any more, or the time is up. */
    void drain(long nanos) {
        CompletableFuture<?>[] answers = pending.stream().map(PendingRelease::answer).toArray(CompletableFuture<?>[]::new);
        try {
            Uninterruptible.get(CompletableFuture.allOf(answers), nanos);
        } catch (TimeoutException | ExecutionException late) {
            LOG.log(System.Logger.Level.WARNING, "{0}: some releases were not confirmed; these locks free themselves within their lease",
                    backend.info().address());
        }
    }

    /** Nobody will try any more: whoever waits hears that it is not known. */
    void close() {
        closed = true;
        pending.forEach(this::giveUp);
    }

    private void giveUp(PendingRelease release) {
        pending.remove(release);
        release.answer().complete(Answer.unknown(new IllegalStateException("not confirmed; the lock frees itself within its lease")));
    }

    private void attempt(PendingRelease release, long now) {
        release.attempted(now + SILENCE);
        backend.release(release.acquisition()).whenComplete((answer, error) -> answered(release, answer, error));
    }

    private void answered(PendingRelease release, @Nullable Answer answer, @Nullable Throwable error) {
        Answer given = answer != null ? answer : Answer.unknown(Outcomes.cause(error));
        if (release.answered(given, timeline.nanos())) {
            pending.remove(release);
        } else {
            LOG.log(System.Logger.Level.DEBUG, () -> "Release of lock '" + release.acquisition().name() + "' on "
                    + backend.info().address() + " was not confirmed, trying again: " + given);
        }
    }

    private void tickLater() {
        if (ticking.compareAndSet(false, true)) {
            timeline.after(TICK, this::tick);
        }
    }

    private void tick() {
        ticking.set(false);
        long now = timeline.nanos();
        try {
            pending.forEach(release -> look(release, now));
        } finally {
            if (!pending.isEmpty()) {
                tickLater();
            }
        }
    }

    private void look(PendingRelease release, long now) {
        if (release.answer().isDone()) {
            pending.remove(release);
        } else if (release.isOver(now)) {
            giveUp(release);
        } else if (release.isDue(now)) {
            attempt(release, now);
        }
    }
}
