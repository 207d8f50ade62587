package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class HistorySummaryTest {
    private final Script script = new Script();

    @Test
    void quietRunIsShort() {
        script.asks("p1", "a", 0).granted(1, 1).released(2, 3);
        assertEquals("""
                processes   1
                attempts    1
                granted     1
                refused     0
                failed      0
                unanswered  0
                faults      none
                violations  none
                """, summary().text());
    }

    @Test
    void everythingIsCounted() {
        script.asks("p1", "a", 0).granted(1, 1).lost(3);
        script.asks("p1", "a", 5).granted(6, 1).releaseLost(7, 8);
        script.asks("p1", "a", 9).refused(10);
        script.asks("p2", "a", 9).failed(10);
        script.asks("p2", "a", 11);
        script.killed("p2", 12);
        script.fault("p1", Event.PAUSE, 20, 21).fault("p2", Event.PAUSE, 20, 21).fault(Event.NETWORK, "cut | half", 20, 21);
        assertEquals("""
                | | |
                |---|---|
                | processes | 2, killed 1 times |
                | attempts | 5 |
                | granted | 2, of which 2 were lost |
                | refused | 1 |
                | failed | 1 |
                | unanswered | 1 |
                | faults | cut \\| half 1, pause 2 |
                | violations | TOKEN_ORDER 1 |
                """, summary().markdown());
    }

    private HistorySummary summary() {
        return HistorySummary.of(script.history(), script.violations());
    }
}
