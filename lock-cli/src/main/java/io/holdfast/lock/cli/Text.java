package io.holdfast.lock.cli;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Numbers as people read them, the same in every country so that scripts can read them too. */
final class Text {
    private Text() {}

    static String of(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String of(Duration duration) {
        double millis = duration.toNanos() / 1e6;
        return String.format(Locale.ROOT, millis < 10 ? "%.2f ms" : "%,.0f ms", millis);
    }

    /** Each part's share of the whole, in percent. */
    static String shares(List<Integer> parts) {
        double whole = Math.max(1, parts.stream().mapToInt(Integer::intValue).sum());
        return parts.stream().map(part -> String.format(Locale.ROOT, "%.0f", 100 * part / whole))
                .collect(Collectors.joining(" / ", "", " %"));
    }
}
