package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Event.Lost;
import io.holdfast.lock.tck.history.Event.ReleaseLost;
import io.holdfast.lock.tck.history.Event.Released;
import io.holdfast.lock.tck.history.Event.Releasing;
import io.holdfast.lock.tck.history.Event.Step;
import io.holdfast.lock.tck.history.Event.Valid;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A hold that is over stays so (G6). Callback and owner are different threads, and each takes its time before it looks or after it
 * was told; so what is later here was later indeed.
 */
final class LossCheck implements Check {
    @Override
    public void run(Evidence evidence, Consumer<Violation> found) {
        for (Attempt attempt : evidence.attempts()) {
            problem(evidence, attempt)
                    .ifPresent(what -> found.accept(Violation.of(Violation.Kind.CLAIM_AFTER_LOSS, "G6", attempt, attempt + what)));
        }
    }

    private static Optional<String> problem(Evidence evidence, Attempt attempt) {
        return attempt.loss().flatMap(loss -> validAfter(evidence, attempt, loss, "told of its loss"))
                .or(() -> attempt.loss().flatMap(loss -> silentClose(evidence, attempt, loss)))
                .or(() -> closeOf(attempt).flatMap(close -> validAfter(evidence, attempt, close, "closed")));
    }

    private static Optional<String> validAfter(Evidence evidence, Attempt attempt, Step end, String how) {
        return attempt.events().stream().filter(event -> event instanceof Valid valid && valid.until() > end.nanos()).findFirst()
                .map(event -> ", " + how + " " + evidence.at(end.nanos()) + ", was valid " + evidence.at(((Valid) event).until()));
    }

    /** Closing a hold that was lost throws, never silence. */
    private static Optional<String> silentClose(Evidence evidence, Attempt attempt, Lost loss) {
        return attempt.first(Releasing.class)
                .filter(close -> close.nanos() > loss.nanos() && attempt.first(Released.class).isPresent())
                .map(close -> ", told of its loss " + evidence.at(loss.nanos()) + ", was closed " + evidence.at(close.nanos())
                        + " as if it were not lost");
    }

    private static Optional<Step> closeOf(Attempt attempt) {
        return attempt.first(Released.class).<Step>map(close -> close).or(() -> attempt.first(ReleaseLost.class));
    }
}
