package io.holdfast.lock.cli;

import java.time.Duration;
import java.util.List;

/**
 * How a sale went.
 *
 * @param protection in a few words, what protected the stock
 * @param stock how many pieces there were
 * @param soldByShop how many pieces each shop has sold
 * @param left how many pieces the stock says are left
 * @param finished whether it ended by itself, and not because its time was up
 */
record SaleReport(
        String protection, int stock, List<Integer> soldByShop, int left, boolean finished, Duration took, Waits waits) {
    SaleReport {
        soldByShop = List.copyOf(soldByShop);
    }

    int sold() {
        return soldByShop.stream().mapToInt(Integer::intValue).sum();
    }

    /** How many customers have paid for a piece that does not exist. */
    int oversold() {
        return Math.max(0, sold() - stock);
    }

    boolean isExact() {
        return finished && sold() == stock && left == 0;
    }

    double soldPerSecond() {
        return sold() / (took.toNanos() / 1e9);
    }
}
