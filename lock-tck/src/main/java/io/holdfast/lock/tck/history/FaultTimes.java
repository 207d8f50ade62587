package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Event.FaultBegan;
import io.holdfast.lock.tck.history.Event.FaultEnded;
import io.holdfast.lock.tck.history.Event.Killed;
import io.holdfast.lock.tck.history.Intervals.Span;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When which faults were active. One that is not ended lasts to the history's end; a kill is a fault of a moment. */
final class FaultTimes {
    private final Intervals all;
    private final Map<String, Intervals> ofTarget;
    private final Map<String, Intervals> pauses;
    private final List<FaultEnded> strays;

    private FaultTimes(Collector found) {
        all = Intervals.of(found.ofTarget.values().stream().flatMap(List::stream).toList());
        ofTarget = intervals(found.ofTarget);
        pauses = intervals(found.pauses);
        strays = List.copyOf(found.strays);
    }

    static FaultTimes of(List<Event> events, long end) {
        Collector found = new Collector();
        events.stream()
                .filter(event -> event instanceof FaultBegan || event instanceof FaultEnded || event instanceof Killed)
                .sorted(Comparator.comparingLong(Event::nanos))
                .forEach(found::add);
        found.endAll(end);
        return new FaultTimes(found);
    }

    boolean anyBetween(long start, long end) {
        return all.touch(start, end);
    }

    boolean onTargetBetween(String target, long start, long end) {
        return ofTarget.getOrDefault(target, Intervals.NONE).touch(start, end);
    }

    /** How long the process was stopped between the two. */
    long pausedBetween(String process, long start, long end) {
        return pauses.getOrDefault(process, Intervals.NONE).within(start, end);
    }

    /** Ends of faults that had not begun. */
    List<FaultEnded> strays() {
        return strays;
    }

    private static Map<String, Intervals> intervals(Map<String, List<Span>> spans) {
        Map<String, Intervals> intervals = new HashMap<>();
        spans.forEach((target, times) -> intervals.put(target, Intervals.of(times)));
        return intervals;
    }

    /** What a fault's end has to have in common with its beginning. */
    private record Key(String target, String kind) {}

    /** Finds the end for each beginning. Of two faults that are alike and overlap, it does not matter which ends first. */
    private static final class Collector {
        private final Map<String, List<Span>> ofTarget = new HashMap<>();
        private final Map<String, List<Span>> pauses = new HashMap<>();
        private final Map<Key, Deque<Long>> open = new HashMap<>();
        private final List<FaultEnded> strays = new ArrayList<>();

        void add(Event event) {
            if (event instanceof FaultBegan began) {
                open.computeIfAbsent(new Key(began.target(), began.kind()), key -> new ArrayDeque<>()).push(began.nanos());
            } else if (event instanceof FaultEnded ended) {
                end(ended);
            } else if (event instanceof Killed killed) {
                add(ofTarget, killed.process(), new Span(killed.nanos(), killed.nanos()));
            }
        }

        void endAll(long end) {
            open.forEach((key, begins) -> begins.forEach(begin -> add(key, new Span(begin, end))));
        }

        private void end(FaultEnded ended) {
            Key key = new Key(ended.target(), ended.kind());
            Deque<Long> begins = open.getOrDefault(key, new ArrayDeque<>());
            if (begins.isEmpty()) {
                strays.add(ended);
            } else {
                add(key, new Span(begins.pop(), ended.nanos()));
            }
        }

        private void add(Key key, Span span) {
            add(ofTarget, key.target, span);
            if (key.kind.equals(Event.PAUSE)) {
                add(pauses, key.target, span);
            }
        }

        private static void add(Map<String, List<Span>> spans, String target, Span span) {
            spans.computeIfAbsent(target, name -> new ArrayList<>()).add(span);
        }
    }
}
