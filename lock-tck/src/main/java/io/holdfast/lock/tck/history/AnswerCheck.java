package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Event.Answer;
import io.holdfast.lock.tck.history.Event.ReleaseLost;
import io.holdfast.lock.tck.history.Event.Released;
import io.holdfast.lock.tck.history.Event.Releasing;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Every call returns: no waiter is forgotten (G8), and limits are kept (G10), unless the process was killed or stopped. */
final class AnswerCheck implements Check {
    private final Duration grace;

    AnswerCheck(Duration grace) {
        this.grace = grace;
    }

    @Override
    public void run(Evidence evidence, Consumer<Violation> found) {
        for (Attempt attempt : evidence.attempts()) {
            forgotten(evidence, attempt).or(() -> late(evidence, attempt)).or(() -> neverClosed(evidence, attempt)).ifPresent(found);
        }
    }

    private Optional<Violation> forgotten(Evidence evidence, Attempt attempt) {
        if (attempt.outcome() != Attempt.Outcome.WAITING) {
            return Optional.empty();
        }
        String guarantee = attempt.request().limit().isPresent() ? "G10" : "G8";
        return Optional.of(violation(guarantee, attempt, attempt + requested(evidence, attempt) + ", was never answered; the history ends "
                + evidence.at(evidence.end())));
    }

    private Optional<Violation> late(Evidence evidence, Attempt attempt) {
        return attempt.request().limit().flatMap(limit -> attempt.answer().flatMap(answer -> late(evidence, attempt, limit, answer)));
    }

    private Optional<Violation> late(Evidence evidence, Attempt attempt, Duration limit, Answer answer) {
        long began = attempt.request().nanos();
        long paused = evidence.faults().pausedBetween(attempt.process(), began, answer.nanos());
        long waited = answer.nanos() - began - paused;
        if (waited <= limit.plus(grace).toNanos()) {
            return Optional.empty();
        }
        return Optional.of(violation("G10", attempt, attempt + requested(evidence, attempt) + " with a limit of "
                + Evidence.millis(limit.toNanos()) + " ms, was answered after " + Evidence.millis(waited) + " ms"
                + (paused == 0 ? "" : ", not counting " + Evidence.millis(paused) + " ms in which its process was stopped")));
    }

    /** A hold that nobody began to close is the recorder's affair. */
    private static Optional<Violation> neverClosed(Evidence evidence, Attempt attempt) {
        boolean returned = attempt.first(Released.class).isPresent() || attempt.first(ReleaseLost.class).isPresent();
        if (returned || attempt.killed().isPresent()) {
            return Optional.empty();
        }
        return attempt.first(Releasing.class).map(close -> violation("G10", attempt, attempt + ", closed " + evidence.at(close.nanos())
                + ", never heard of it again; the history ends " + evidence.at(evidence.end())));
    }

    private static String requested(Evidence evidence, Attempt attempt) {
        return ", requested " + evidence.at(attempt.request().nanos());
    }

    private static Violation violation(String guarantee, Attempt attempt, String what) {
        return Violation.of(Violation.Kind.UNANSWERED, guarantee, attempt, what);
    }
}
