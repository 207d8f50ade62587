package io.holdfast.lock.tck.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** Times in which something was so, whatever it was: sorted, and those that touch made one. Both ends belong to an interval. */
final class Intervals {
    static final Intervals NONE = new Intervals(List.of());

    private final long[] from;
    private final long[] to;

    /** How long all before the one at this index have lasted. */
    private final long[] before;

    private Intervals(List<Span> apart) {
        from = apart.stream().mapToLong(Span::from).toArray();
        to = apart.stream().mapToLong(Span::to).toArray();
        before = new long[from.length + 1];
        for (int i = 0; i < from.length; i++) {
            before[i + 1] = before[i] + to[i] - from[i];
        }
    }

    /** One of them. */
    record Span(long from, long to) {}

    static Intervals of(List<Span> spans) {
        List<Span> apart = new ArrayList<>();
        for (Span span : spans.stream().sorted(Comparator.comparingLong(Span::from)).toList()) {
            int last = apart.size() - 1;
            if (last >= 0 && span.from <= apart.get(last).to) {
                apart.set(last, new Span(apart.get(last).from, Math.max(apart.get(last).to, span.to)));
            } else {
                apart.add(span);
            }
        }
        return new Intervals(apart);
    }

    /** Whether it was so at any time between the two, both included. */
    boolean touch(long start, long end) {
        int last = lastFrom(end);
        return last >= 0 && to[last] >= start;
    }

    /** For how long it was so between the two. */
    long within(long start, long end) {
        return end <= start ? 0 : until(end) - until(start);
    }

    private long until(long time) {
        int last = lastFrom(time);
        return last < 0 ? 0 : before[last] + Math.min(time, to[last]) - from[last];
    }

    /** The last interval that has begun by then, or -1. */
    private int lastFrom(long time) {
        int index = Arrays.binarySearch(from, time);
        return index >= 0 ? index : -index - 2;
    }
}
