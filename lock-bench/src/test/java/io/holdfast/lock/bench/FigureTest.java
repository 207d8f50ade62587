package io.holdfast.lock.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

final class FigureTest {
    @Test
    void medianIsTheMiddleOrBetweenTheTwoMiddle() {
        assertEquals(3, new Figure(9, 1, 3).median());
        assertEquals(4, new Figure(9, 1, 3, 5).median());
    }

    @Test
    void textHasMedianAndRange() {
        assertEquals("1,280 ns (960 to 1,675)", new Figure(1675, 960, 1280).text("ns"));
        assertEquals("0.25 ×", new Figure(0.25).text("×"));
    }

    @Test
    void nothingMeasuredIsSaid() {
        assertFalse(new Figure().wasRun());
        assertEquals("not run", new Figure().text("ns"));
    }
}
