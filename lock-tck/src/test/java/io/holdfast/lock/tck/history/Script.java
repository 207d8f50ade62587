package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A history written by hand, in milliseconds. Checked with 100 ms of grace, and 50 ms to settle. */
final class Script {
    static final Checks CHECKS = new Checks(Duration.ofMillis(100), Duration.ofMillis(50));

    private final History history = new History();
    private final Map<String, Long> attempts = new HashMap<>();

    Actor asks(String process, String lock, long at) {
        return asks(process, lock, at, false, Optional.empty());
    }

    Actor asksFairly(String process, String lock, long at) {
        return asks(process, lock, at, true, Optional.empty());
    }

    Actor asksWithin(long limit, String process, String lock, long at) {
        return asks(process, lock, at, false, Optional.of(Duration.ofMillis(limit)));
    }

    /** One whose request was never written down. */
    Actor appears(String process) {
        return new Actor(process, attempts.merge(process, 1L, Long::sum));
    }

    Script killed(String process, long at) {
        return add(new Event.Killed(nanos(at), process));
    }

    Script fault(String target, String kind, long from, long to) {
        return faultBegins(target, kind, from).faultEnds(target, kind, to);
    }

    Script faultBegins(String target, String kind, long at) {
        return add(new Event.FaultBegan(nanos(at), target, kind, ""));
    }

    Script faultEnds(String target, String kind, long at) {
        return add(new Event.FaultEnded(nanos(at), target, kind));
    }

    Script add(Event event) {
        history.add(event);
        return this;
    }

    History history() {
        return history;
    }

    List<Violation> violations() {
        return new HistoryChecker(CHECKS).check(history);
    }

    void isRight() {
        assertEquals(List.of(), violations());
    }

    /** Finds this one and nothing else. */
    Violation isWrong(Violation.Kind kind, String guarantee) {
        List<Violation> found = violations();
        assertEquals(List.of(kind + " " + guarantee), found.stream().map(one -> one.kind() + " " + one.guarantee()).toList(),
                found::toString);
        return found.get(0);
    }

    private Actor asks(String process, String lock, long at, boolean fair, Optional<Duration> limit) {
        Actor actor = appears(process);
        add(new Event.Requested(nanos(at), process, actor.id, lock, fair, limit));
        return actor;
    }

    /** Clocks start anywhere. */
    private static long nanos(long millis) {
        return 7_000_000_000L + millis * 1_000_000L;
    }

    /** One attempt. */
    final class Actor {
        private final String process;
        private final long id;

        Actor(String process, long id) {
            this.process = process;
            this.id = id;
        }

        Actor granted(long at, long token) {
            return add(new Event.Granted(nanos(at), process, id, token));
        }

        Actor refused(long at) {
            return add(new Event.Refused(nanos(at), process, id));
        }

        Actor failed(long at) {
            return add(new Event.Failed(nanos(at), process, id, "the server is gone"));
        }

        Actor valid(long from, long until) {
            return add(new Event.Valid(nanos(from), process, id, nanos(until)));
        }

        Actor lost(long at) {
            return add(new Event.Lost(nanos(at), process, id));
        }

        Actor releasing(long at) {
            return add(new Event.Releasing(nanos(at), process, id));
        }

        Actor released(long from, long to) {
            releasing(from);
            return add(new Event.Released(nanos(to), process, id));
        }

        Actor releaseLost(long from, long to) {
            releasing(from);
            return add(new Event.ReleaseLost(nanos(to), process, id));
        }

        Actor add(Event event) {
            Script.this.add(event);
            return this;
        }
    }
}
