package io.holdfast.lock.tck.history;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An event as text: the word for its kind, its fields, and a full stop, with tabs between them.
 *
 * <pre>
 *   REQUESTED  8123456789  p2  17  stock:42  fair  2000000000  .
 * </pre>
 *
 * <p>The full stop tells a whole line from a torn one, whose last number would be a wrong number otherwise. All that is not
 * printable ASCII is written as % and four hexadecimal digits: a worker's standard output has whatever encoding it likes.
 */
final class EventLine {
    private static final String END = ".";

    private final String line;
    private final String[] fields;
    private int next;

    private EventLine(String line) {
        this.line = line;
        this.fields = line.split("\t", -1);
    }

    static String of(String kind, Object... fields) {
        StringBuilder line = new StringBuilder(kind);
        for (Object field : fields) {
            line.append('\t').append(escape(field.toString()));
        }
        return line.append('\t').append(END).toString();
    }

    static Event parse(String text) {
        EventLine line = new EventLine(text);
        Event event = line.event();
        if (line.next != line.fields.length - 1 || !line.fields[line.next].equals(END)) {
            throw line.refused("it has too few fields, or too many", null);
        }
        return event;
    }

    static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '%') {
                escaped.append(String.format("%%%04x", (int) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    private Event event() {
        try {
            String kind = text();
            // Arguments are evaluated from left to right, so the fields stand here in the order of the line.
            return switch (kind) {
                case "REQUESTED" -> new Event.Requested(number(), name(), number(), name(), fair(), limit());
                case "GRANTED" -> new Event.Granted(number(), name(), number(), number());
                case "REFUSED" -> new Event.Refused(number(), name(), number());
                case "FAILED" -> new Event.Failed(number(), name(), number(), text());
                case "VALID" -> new Event.Valid(number(), name(), number(), number());
                case "LOST" -> new Event.Lost(number(), name(), number());
                case "RELEASING" -> new Event.Releasing(number(), name(), number());
                case "RELEASED" -> new Event.Released(number(), name(), number());
                case "RELEASE_LOST" -> new Event.ReleaseLost(number(), name(), number());
                case "KILLED" -> new Event.Killed(number(), name());
                case "FAULT_BEGAN" -> new Event.FaultBegan(number(), name(), name(), text());
                case "FAULT_ENDED" -> new Event.FaultEnded(number(), name(), name());
                default -> throw new IllegalArgumentException("there is no kind '" + kind + "'");
            };
        } catch (IllegalArgumentException wrong) {
            throw refused(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    private String text() {
        // The last field is the full stop.
        if (next >= fields.length - 1) {
            throw new IllegalArgumentException("it ends too early");
        }
        return unescape(fields[next++]);
    }

    /** A text that comes again and again. A million copies of "p2" would be most of the heap. */
    private String name() {
        return text().intern();
    }

    private long number() {
        return Long.parseLong(text());
    }

    private boolean fair() {
        String word = text();
        if (!word.isEmpty() && !word.equals("fair")) {
            throw new IllegalArgumentException("'" + word + "' is not 'fair'");
        }
        return !word.isEmpty();
    }

    private Optional<Duration> limit() {
        String nanos = text();
        return nanos.isEmpty() ? Optional.empty() : Optional.of(Duration.ofNanos(Long.parseLong(nanos)));
    }

    private static String unescape(String escaped) {
        int from = escaped.indexOf('%');
        if (from < 0) {
            return escaped;
        }
        StringBuilder text = new StringBuilder(escaped.length());
        int done = 0;
        for (; from >= 0; from = escaped.indexOf('%', done)) {
            if (from + 5 > escaped.length()) {
                throw new IllegalArgumentException("a field ends within a character");
            }
            text.append(escaped, done, from).append((char) Integer.parseInt(escaped, from + 1, from + 5, 16));
            done = from + 5;
        }
        return text.append(escaped, done, escaped.length()).toString();
    }

    private IllegalArgumentException refused(String why, @Nullable Throwable cause) {
        return new IllegalArgumentException("not an event, because " + why + ": " + escape(line).replace("%0009", " "), cause);
    }
}
