package io.holdfast.lock.memory;

import io.holdfast.lock.internal.Timeline;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.AcquisitionId;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.LockSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One name: its grant and the line of those who wait. Invariant after every step: if somebody waits, somebody has the grant, so
 * the lock is never free with a line before it, and the order is first come, first served for everybody.
 *
 * <p>Guarded by the store's entry for the name. News is what to tell afterwards, in this order.
 */
final class MemoryLock {
    private final Timeline timeline;
    private final LongSupplier tokens;
    private final Runnable onTimer;

    // Mutable state
    private volatile @Nullable Grant grant;
    private final Map<AcquisitionId, Waiting> line = new LinkedHashMap<>(2);
    private Timeline.@Nullable Timer timer;

    MemoryLock(Timeline timeline, LongSupplier tokens, Runnable onTimer) {
        this.timeline = timeline;
        this.tokens = tokens;
        this.onTimer = onTimer;
    }

    private record Waiting(Acquisition acquisition, AcquisitionEvents events, CompletableFuture<AcquireOutcome> outcome) {}

    private record Grant(Acquisition acquisition, AcquisitionEvents events, long token, Instant since, long leaseFrom, long expiresAt) {
        boolean isFor(Acquisition other) {
            return acquisition.id().equals(other.id());
        }

        Grant renewed(long now) {
            return new Grant(acquisition, events, token, since, now, now + acquisition.lease().toNanos());
        }

        AcquireOutcome outcome() {
            return new AcquireOutcome.Granted(token, leaseFrom, acquisition.lease());
        }
    }

    boolean isUnused() {
        return grant == null && line.isEmpty();
    }

    /** Whether the lease has run out. May be asked without the guard, as a hint. */
    boolean hasRunOut() {
        Grant seen = grant;
        return seen != null && timeline.nanos() - seen.expiresAt >= 0;
    }

    /** Ends a grant whose lease has run out. Its owner hears of it before the next one does. */
    void expire(List<Runnable> news) {
        if (grant != null && hasRunOut()) {
            news.add(grant.events::lost);
            end(news);
        }
    }

    CompletableFuture<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events, List<Runnable> news) {
        Waiting already = line.get(acquisition.id());
        if (already != null) {
            news.add(already.events::waiting);
            return already.outcome;
        }
        if (grant == null) {
            grant = newGrant(acquisition, events, timeline.nanos());
        } else if (grant.isFor(acquisition)) {
            grant = grant.renewed(timeline.nanos());
        }
        if (grant.isFor(acquisition)) {
            return CompletableFuture.completedFuture(grant.outcome());
        }
        return acquisition.waits() ? stand(acquisition, events, news) : CompletableFuture.completedFuture(AcquireOutcome.REFUSED);
    }

    Answer renew(Acquisition acquisition) {
        if (grant == null || !grant.isFor(acquisition)) {
            return Answer.NO;
        }
        grant = grant.renewed(timeline.nanos());
        return Answer.YES;
    }

    Answer release(Acquisition acquisition, List<Runnable> news) {
        if (grant != null && grant.isFor(acquisition)) {
            end(news);
            return Answer.YES;
        }
        Waiting withdrawn = line.remove(acquisition.id());
        if (withdrawn != null) {
            news.add(() -> withdrawn.outcome.complete(AcquireOutcome.WITHDRAWN));
            watchLease();
        }
        return Answer.NO;
    }

    Answer forceRelease(List<Runnable> news) {
        if (grant == null) {
            return Answer.NO;
        }
        news.add(grant.events::lost);
        end(news);
        return Answer.YES;
    }

    LockSnapshot snapshot() {
        return new LockSnapshot(Optional.ofNullable(grant).map(this::owner), line.size());
    }

    private CompletableFuture<AcquireOutcome> stand(Acquisition acquisition, AcquisitionEvents events, List<Runnable> news) {
        Waiting waiting = new Waiting(acquisition, events, new CompletableFuture<>());
        line.put(acquisition.id(), waiting);
        news.add(events::waiting);
        watchLease();
        return waiting.outcome;
    }

    /** Ends the grant and starts the next in line on one of its own, in the same step: there is no moment to barge in. */
    private void end(List<Runnable> news) {
        grant = null;
        Iterator<Waiting> first = line.values().iterator();
        if (first.hasNext()) {
            Waiting next = first.next();
            first.remove();
            Grant given = newGrant(next.acquisition, next.events, timeline.nanos());
            grant = given;
            news.add(() -> next.outcome.complete(given.outcome()));
        }
        watchLease();
    }

    private Grant newGrant(Acquisition acquisition, AcquisitionEvents events, long now) {
        return new Grant(acquisition, events, tokens.getAsLong(), Instant.now(), now, now + acquisition.lease().toNanos());
    }

    /** Keeps a timer on the lease exactly while somebody waits for its end. */
    void watchLease() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
        if (grant != null && !line.isEmpty()) {
            timer = timeline.after(Math.max(0, grant.expiresAt - timeline.nanos()), onTimer);
        }
    }

    private LockSnapshot.Owner owner(Grant held) {
        Duration left = Duration.ofNanos(held.expiresAt - timeline.nanos());
        return new LockSnapshot.Owner(held.acquisition.holder(), held.token, held.since, left);
    }
}
