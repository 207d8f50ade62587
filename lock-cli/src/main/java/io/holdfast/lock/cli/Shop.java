package io.holdfast.lock.cli;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** Sells pieces of a stock with several threads, until it reads that none is left. */
final class Shop {
    private final Stock stock;
    private final Protection protection;
    private final Waits waits;
    private final Duration roundTrip;

    // Mutable state; thread safe by itself
    private final AtomicInteger sold = new AtomicInteger();

    Shop(Stock stock, Protection protection, Waits waits, Duration roundTrip) {
        this.stock = stock;
        this.protection = protection;
        this.waits = waits;
        this.roundTrip = roundTrip;
    }

    /** What each of the shop's threads does; ends early when it is interrupted. */
    void sellAll() {
        try {
            while (sellOne()) {
                // On to the next customer.
            }
        } catch (InterruptedException closingTime) {
            Thread.currentThread().interrupt();
        }
    }

    int sold() {
        return sold.get();
    }

    private boolean sellOne() throws InterruptedException {
        long asked = System.nanoTime();
        return protection.protect(token -> {
            waits.add(System.nanoTime() - asked);
            return takePiece(token);
        });
    }

    private boolean takePiece(long token) throws InterruptedException {
        int left = stock.read();
        if (left <= 0) {
            return false;
        }
        Pause.of(roundTrip);
        if (stock.write(left - 1, token)) {
            sold.incrementAndGet();
        }
        return true;
    }
}
