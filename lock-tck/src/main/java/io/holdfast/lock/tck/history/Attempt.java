package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Event.Answer;
import io.holdfast.lock.tck.history.Event.Granted;
import io.holdfast.lock.tck.history.Event.Killed;
import io.holdfast.lock.tck.history.Event.Lost;
import io.holdfast.lock.tck.history.Event.ReleaseLost;
import io.holdfast.lock.tck.history.Event.Released;
import io.holdfast.lock.tck.history.Event.Releasing;
import io.holdfast.lock.tck.history.Event.Requested;
import io.holdfast.lock.tck.history.Event.Step;
import io.holdfast.lock.tck.history.Event.Valid;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All events of one acquisition, put together. Where a broken recorder has written a thing twice, the first counts. Immutable. */
public final class Attempt {
    private final Requested request;
    private final List<Step> events;
    private final @Nullable Killed killed;

    /** Read off once, because the checks sort by them. */
    private final @Nullable Granted grant;
    private final @Nullable Claim claim;

    /**
     * Puts one together.
     *
     * @param events in the order of their times
     * @param killed the first death of the process after the request
     */
    Attempt(Requested request, List<Step> events, @Nullable Killed killed) {
        this.request = request;
        this.events = events;
        this.killed = killed;
        this.grant = first(Granted.class).orElse(null);
        this.claim = grant == null ? null : claimOf(grant);
    }

    /** How an attempt stands when the history ends. */
    public enum Outcome {
        /** The lock was acquired, whatever came later. */
        GRANTED,
        /** Its limit was over. */
        REFUSED,
        /** The call threw. */
        FAILED,
        /** Its process was killed while it waited. */
        KILLED,
        /** Nothing was heard of it. */
        WAITING
    }

    /**
     * A time in which the hold was certainly valid.
     *
     * @param from when the grant was told
     * @param to the last time at which the hold is known to have been valid
     */
    public record Claim(long from, long to) {
        /** Checks that it does not end before it begins. */
        public Claim {
            if (to < from) {
                throw new IllegalArgumentException("a claim from " + from + " to " + to);
            }
        }

        /**
         * Whether there was a time at which both were valid. To touch is not enough: two readings of the clock may give the same
         * number, whichever came first.
         */
        boolean overlaps(Claim other) {
            return from < other.to && other.from < to;
        }
    }

    /** The event it began with: lock, fairness and limit. */
    public Requested request() {
        return request;
    }

    /** The name of the lock. */
    public String lock() {
        return request.lock();
    }

    /** The short name of the process. */
    public String process() {
        return request.process();
    }

    /** How it stands when the history ends. */
    public Outcome outcome() {
        Answer answer = answer().orElse(null);
        if (answer == null) {
            return killed == null ? Outcome.WAITING : Outcome.KILLED;
        }
        if (answer instanceof Granted) {
            return Outcome.GRANTED;
        }
        return answer instanceof Event.Refused ? Outcome.REFUSED : Outcome.FAILED;
    }

    /** What came of the request. */
    public Optional<Answer> answer() {
        return first(Answer.class);
    }

    /** The grant, if there was one. */
    public Optional<Granted> grant() {
        return Optional.ofNullable(grant);
    }

    /** When the hold was certainly valid, if that is known at all. */
    public Optional<Claim> claim() {
        return Optional.ofNullable(claim);
    }

    /** When its owner was first told of the loss, by callback or by {@code isValid()}. */
    public Optional<Lost> loss() {
        return first(Lost.class);
    }

    /** Whether the hold was lost: its owner was told so, or heard it when closing. */
    public boolean isLost() {
        return loss().isPresent() || first(ReleaseLost.class).isPresent();
    }

    /** The death of its process, if there was one after the request; perhaps long after the attempt had come to its end. */
    public Optional<Killed> killed() {
        return Optional.ofNullable(killed);
    }

    /** All of it, in the order of the times. */
    public List<Step> events() {
        return events;
    }

    /** For instance "p2#17". */
    @Override
    public String toString() {
        return request.process() + "#" + request.acquisition();
    }

    <T extends Step> Optional<T> first(Class<T> kind) {
        for (Step event : events) {
            if (kind.isInstance(event)) {
                return Optional.of(kind.cast(event));
            }
        }
        return Optional.empty();
    }

    /**
     * Nobody gets a hold back once it is lost, so one that is valid later was valid from the grant on. And a close that returned says
     * that the hold was not lost when it was called.
     */
    private @Nullable Claim claimOf(Granted grant) {
        long to = Long.MIN_VALUE;
        boolean released = first(Released.class).isPresent();
        for (Step event : events) {
            if (event instanceof Valid valid) {
                to = Math.max(to, valid.until());
            } else if (released && event instanceof Releasing) {
                to = Math.max(to, event.nanos());
            }
        }
        return to < grant.nanos() ? null : new Claim(grant.nanos(), to);
    }
}
