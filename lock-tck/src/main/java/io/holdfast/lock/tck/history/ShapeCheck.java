package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Event.Answer;
import io.holdfast.lock.tck.history.Event.FaultEnded;
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
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The history itself is sound. A broken recorder would make every lock look right, or every lock look wrong. */
final class ShapeCheck implements Check {
    @Override
    public void run(Evidence evidence, Consumer<Violation> found) {
        for (List<Step> stray : evidence.strays()) {
            Step first = stray.get(0);
            String what = first.process() + "#" + first.acquisition() + " was never requested: " + words(evidence, first);
            found.accept(new Violation(Violation.Kind.MALFORMED, "", what, List.copyOf(stray)));
        }
        for (FaultEnded stray : evidence.faults().strays()) {
            String what = "a fault that never began: " + words(evidence, stray);
            found.accept(new Violation(Violation.Kind.MALFORMED, "", what, List.of(stray)));
        }
        for (Attempt attempt : evidence.attempts()) {
            new Shape(evidence, attempt).problem()
                    .ifPresent(what -> found.accept(Violation.of(Violation.Kind.MALFORMED, "", attempt, attempt + " " + what)));
        }
    }

    private static String words(Evidence evidence, Event event) {
        return event.getClass().getSimpleName() + " " + evidence.at(event.nanos());
    }

    /** One attempt. Only its first problem is told: the others tend to follow from it. */
    private record Shape(Evidence evidence, Attempt attempt) {
        Optional<String> problem() {
            return twice("is requested", Requested.class::isInstance)
                    .or(() -> twice("is answered", Answer.class::isInstance))
                    .or(() -> twice("is about to be closed", Releasing.class::isInstance))
                    .or(() -> twice("is closed", Shape::isClose))
                    .or(this::beforeItsTime)
                    .or(this::afterDeath)
                    .or(this::withoutEnd);
        }

        private Optional<String> twice(String what, Predicate<Step> kind) {
            List<Step> all = attempt.events().stream().filter(kind).toList();
            return all.size() < 2 ? Optional.empty()
                    : Optional.of(what + " twice: " + words(evidence, all.get(0)) + ", " + words(evidence, all.get(1)));
        }

        /** The events are sorted by time, so what must come first has come first, or comes too late. */
        private Optional<String> beforeItsTime() {
            boolean requested = false;
            boolean granted = false;
            boolean closing = false;
            for (Step event : attempt.events()) {
                boolean early = !requested && !(event instanceof Requested) || !granted && isOfHold(event) || !closing && isClose(event);
                if (early) {
                    return Optional.of("has something that does not come before its time: " + words(evidence, event));
                }
                requested = true;
                granted |= event instanceof Event.Granted;
                closing |= event instanceof Releasing;
            }
            return Optional.empty();
        }

        private Optional<String> afterDeath() {
            return attempt.killed().flatMap(killed -> attempt.events().stream().filter(event -> isAfter(killed, event)).findFirst()
                    .map(event -> "goes on after " + words(evidence, killed) + " of its process: " + words(evidence, event)));
        }

        private Optional<String> withoutEnd() {
            boolean ended = attempt.killed().isPresent() || attempt.events().stream()
                    .anyMatch(event -> event instanceof Lost || event instanceof Releasing);
            return attempt.grant().filter(grant -> !ended).map(grant -> "has no end: it was granted " + evidence.at(grant.nanos()));
        }

        private static boolean isAfter(Killed killed, Step event) {
            return event.nanos() > killed.nanos() || event instanceof Valid valid && valid.until() > killed.nanos();
        }

        private static boolean isOfHold(Step event) {
            return event instanceof Valid || event instanceof Lost || event instanceof Releasing || isClose(event);
        }

        private static boolean isClose(Step event) {
            return event instanceof Released || event instanceof ReleaseLost;
        }
    }
}
