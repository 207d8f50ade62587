package io.holdfast.lock.tck.history;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.stream.Stream;

/**
 * Something in a history that a correct lock, or a correct recorder, can't have done.
 *
 * @param guarantee the id of the broken guarantee, such as "G1"; empty for {@link Kind#MALFORMED}, which breaks none
 * @param message what happened, with lock, attempts (process # number), tokens, and times since the history's start
 * @param events the events it follows from
 */
public record Violation(Kind kind, String guarantee, String message, List<Event> events) {
    /** Checks what can be checked. */
    public Violation {
        requireNonNull(kind, "kind");
        requireNonNull(message, "message");
        events = List.copyOf(events);
        if (guarantee.isEmpty() != (kind == Kind.MALFORMED)) {
            throw new IllegalArgumentException(kind + " with the guarantee '" + guarantee + "'");
        }
    }

    /** Kind, guarantee and message in a line. */
    @Override
    public String toString() {
        return kind + (guarantee.isEmpty() ? "" : " " + guarantee) + ": " + message;
    }

    /** One that a single attempt shows. */
    static Violation of(Kind kind, String guarantee, Attempt attempt, String what) {
        return new Violation(kind, guarantee, lock(attempt) + what, List.copyOf(attempt.events()));
    }

    /** One that two attempts on the same lock show. */
    static Violation of(Kind kind, String guarantee, Attempt first, Attempt second, String what) {
        List<Event> events = Stream.of(first, second).map(Attempt::events).<Event>flatMap(List::stream).toList();
        return new Violation(kind, guarantee, lock(first) + what, events);
    }

    private static String lock(Attempt attempt) {
        return "lock '" + EventLine.escape(attempt.lock()) + "': ";
    }

    /** What is wrong. */
    public enum Kind {
        /** Two holds of a lock were valid at the same time (G1; G6 if the first of them was told of its loss later). */
        OVERLAP,
        /** A later grant has no larger token (G7). */
        TOKEN_ORDER,
        /** A call did not return at all (G8, G10), or not in time (G10). */
        UNANSWERED,
        /** A fair request was served before one that certainly stood in line already (G9). */
        FIFO,
        /** A hold still counted as valid when its owner had been told that it is lost, or had closed it (G6). */
        CLAIM_AFTER_LOSS,
        /** The recorder is broken, or lines are missing: this can't happen whatever the lock does. */
        MALFORMED
    }
}
