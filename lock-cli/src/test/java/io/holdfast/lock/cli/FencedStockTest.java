package io.holdfast.lock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class FencedStockTest {
    private final FencedStock stock = new FencedStock(10);

    @Test
    void olderTokenIsRefusedAndChangesNothing() {
        assertTrue(stock.write(9, 2));
        assertFalse(stock.write(5, 1));
        assertEquals(9, stock.read());
    }

    @Test
    void sameTokenMayWriteAgain() {
        assertTrue(stock.write(9, 2));
        assertTrue(stock.write(8, 2));
        assertEquals(8, stock.read());
    }
}
