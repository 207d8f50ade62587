package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class HistoryEventTest {
    private static final List<Event> ALL = List.of(
            new Event.Requested(1, "p1", 17, "stock:42", false, Optional.empty()),
            new Event.Requested(-5, "p1", 0, "a", true, Optional.of(Duration.ofSeconds(2))),
            new Event.Granted(2, "p1", 17, Long.MAX_VALUE),
            new Event.Refused(3, "p1", 17),
            new Event.Failed(4, "p1", 17, "connection\r\n\tlost, 100 % of it"),
            new Event.Failed(4, "p1", 17, ""),
            new Event.Valid(5, "p1", 17, 9),
            new Event.Lost(6, "p1", 17),
            new Event.Releasing(7, "p1", 17),
            new Event.Released(8, "p1", 17),
            new Event.ReleaseLost(9, "p1", 17),
            new Event.Killed(10, "p1"),
            new Event.FaultBegan(11, Event.SERVER, "restart", "slowly"),
            new Event.FaultBegan(11, "p1", Event.PAUSE, ""),
            new Event.FaultEnded(12, Event.NETWORK, "cut"));

    @Test
    void everyEventIsReadAsItWasWritten() {
        ALL.forEach(event -> assertEquals(event, Event.parse(event.toLine())));
    }

    @Test
    void lineIsReadable() {
        Event event = new Event.Requested(81, "p2", 17, "stock:42", true, Optional.of(Duration.ofNanos(20)));
        assertEquals("REQUESTED\t81\tp2\t17\tstock:42\tfair\t20\t.", event.toLine());
    }

    @Test
    void anyLockNameFitsInALineOfAscii() {
        Random random = new Random(42);
        for (int i = 0; i < 1_000; i++) {
            String name = "%" + new String(new char[] {(char) random.nextInt(), (char) random.nextInt(128), (char) random.nextInt(33)});
            Event event = new Event.Requested(1, "p1", 1, name, false, Optional.empty());
            assertEquals(event, Event.parse(event.toLine()));
            assertTrue(event.toLine().chars().allMatch(c -> c == '\t' || c >= ' ' && c <= '~'), event::toLine);
        }
    }

    @Test
    void noBeginningOfALinePassesForTheWhole() {
        for (Event event : ALL) {
            String line = event.toLine();
            for (int length = 0; length < line.length(); length++) {
                String torn = line.substring(0, length);
                assertThrows(IllegalArgumentException.class, () -> Event.parse(torn), torn);
            }
        }
    }

    @Test
    void whatIsNoEventIsRefusedWithTheLine() {
        for (String line : List.of("hello", "GRANTED\t1\tp1\t2\t3\t4\t.", "GRANTED\tx\tp1\t2\t3\t.", "JUMPED\t1\tp1\t2\t.",
                "LOST\t1\tp%00\t2\t.", "REQUESTED\t1\tp1\t1\ta\tunfair\t\t.", "REQUESTED\t1\tp1\t1\ta\t\t-1\t.")) {
            String message = assertThrows(IllegalArgumentException.class, () -> Event.parse(line)).getMessage();
            assertTrue(message.startsWith("not an event, because "), message);
        }
    }

    @Test
    void eventsCheckThemselves() {
        assertThrows(IllegalArgumentException.class, () -> new Event.Requested(1, "p1", 1, "", false, Optional.empty()));
        assertThrows(IllegalArgumentException.class, () -> new Event.Requested(1, "", 1, "a", false, Optional.empty()));
        assertThrows(IllegalArgumentException.class, () -> new Event.Granted(1, "p1", -1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Event.Valid(2, "p1", 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Event.Killed(2, Event.SERVER));
        assertThrows(IllegalArgumentException.class, () -> new Event.FaultBegan(2, "p1", "", ""));
    }
}
