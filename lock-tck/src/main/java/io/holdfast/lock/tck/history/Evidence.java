package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Event.Killed;
import io.holdfast.lock.tck.history.Event.Requested;
import io.holdfast.lock.tck.history.Event.Step;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A history as the checks read it: attempts put together and sorted by lock, with the faults around them. */
final class Evidence {
    private final long start;
    private final long end;
    private final FaultTimes faults;
    private final List<Attempt> attempts;
    private final List<List<Step>> strays;

    private Evidence(long start, long end, FaultTimes faults, List<Attempt> attempts, List<List<Step>> strays) {
        this.start = start;
        this.end = end;
        this.faults = faults;
        this.attempts = attempts;
        this.strays = strays;
    }

    static Evidence of(List<Event> events) {
        long start = events.stream().mapToLong(Event::nanos).min().orElse(0);
        long end = events.stream().mapToLong(Evidence::lastTime).max().orElse(0);
        Deaths deaths = new Deaths(events);
        List<Attempt> attempts = new ArrayList<>();
        List<List<Step>> strays = new ArrayList<>();
        for (List<Step> one : byAttempt(events)) {
            Requested request = requestIn(one);
            if (request == null) {
                strays.add(one);
            } else {
                attempts.add(new Attempt(request, one, deaths.after(request)));
            }
        }
        attempts.sort(Comparator.comparingLong(attempt -> attempt.request().nanos()));
        return new Evidence(start, end, FaultTimes.of(events, end), List.copyOf(attempts), List.copyOf(strays));
    }

    /** In the order of their requests. */
    List<Attempt> attempts() {
        return attempts;
    }

    /** The attempts of each lock, in the order of their requests. */
    Collection<List<Attempt>> attemptsByLock() {
        Map<String, List<Attempt>> byLock = new TreeMap<>();
        attempts.forEach(attempt -> byLock.computeIfAbsent(attempt.lock(), lock -> new ArrayList<>()).add(attempt));
        return byLock.values();
    }

    /** Attempts whose request is missing, so that nobody knows which lock they are about. */
    List<List<Step>> strays() {
        return strays;
    }

    FaultTimes faults() {
        return faults;
    }

    /** The time of the last event. */
    long end() {
        return end;
    }

    /** A moment in words: milliseconds since the start. */
    String at(long nanos) {
        return "at " + millis(nanos - start) + " ms";
    }

    /** A claim in words. */
    String during(Attempt.Claim claim) {
        return "from " + millis(claim.from() - start) + " to " + millis(claim.to() - start) + " ms";
    }

    /** A length of time in words. */
    static String millis(long nanos) {
        return BigDecimal.valueOf(nanos, 6).setScale(3, RoundingMode.HALF_UP).toPlainString();
    }

    private static long lastTime(Event event) {
        return event instanceof Event.Valid valid ? valid.until() : event.nanos();
    }

    /** Sorts and cuts, where a map of lists would take several times the room. The sort is stable: a tie stays as it was heard of. */
    private static List<List<Step>> byAttempt(List<Event> events) {
        List<Step> steps = events.stream().filter(Step.class::isInstance).map(Step.class::cast)
                .sorted(Comparator.comparing(Step::process).thenComparingLong(Step::acquisition).thenComparingLong(Step::nanos))
                .toList();
        List<List<Step>> attempts = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= steps.size(); to++) {
            if (to == steps.size() || !sameAttempt(steps.get(from), steps.get(to))) {
                attempts.add(steps.subList(from, to));
                from = to;
            }
        }
        return attempts;
    }

    private static boolean sameAttempt(Step one, Step other) {
        return one.acquisition() == other.acquisition() && one.process().equals(other.process());
    }

    private static @Nullable Requested requestIn(List<Step> events) {
        for (Step event : events) {
            if (event instanceof Requested request) {
                return request;
            }
        }
        return null;
    }

    /** Who was killed when. */
    private static final class Deaths {
        private final Map<String, TreeMap<Long, Killed>> ofProcess = new HashMap<>();

        Deaths(List<Event> events) {
            for (Event event : events) {
                if (event instanceof Killed killed) {
                    ofProcess.computeIfAbsent(killed.process(), process -> new TreeMap<>()).put(killed.nanos(), killed);
                }
            }
        }

        @Nullable Killed after(Requested request) {
            TreeMap<Long, Killed> deaths = ofProcess.get(request.process());
            Map.Entry<Long, Killed> next = deaths == null ? null : deaths.ceilingEntry(request.nanos());
            return next == null ? null : next.getValue();
        }
    }
}
