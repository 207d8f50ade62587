package io.holdfast.lock.cli;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.LossReason;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A holder reads the stock, sleeps past its lease, and writes what it had worked out before. */
final class PauseAct {
    static final int STOCK = 10;

    private static final int SOLD_MEANWHILE = 3;
    private static final Duration CALLBACK_PATIENCE = Duration.ofSeconds(5);

    private final Duration lease;
    private final Stock stock;
    private final Screen screen;

    // Mutable state
    private volatile String scene = "";

    PauseAct(Duration lease, Stock stock, Screen screen) {
        this.lease = lease;
        this.stock = stock;
        this.screen = screen;
    }

    PauseReport run() throws InterruptedException {
        return screen.during(() -> scene, this::play);
    }

    private PauseReport play() throws InterruptedException {
        Market market = Market.open();
        try (Victim sleeper = Victim.holding(market, LockOptions.defaults().withLease(lease)); LockClient other = market.connect()) {
            CompletableFuture<LossReason> told = new CompletableFuture<>();
            sleeper.hold().onLost(told::complete);
            int read = stock.read();
            scene = "the holder has read " + read + " pieces and falls asleep";
            sleeper.sever();
            boolean ended = sellMeanwhile(other, sleeper.hold());
            boolean taken = stock.write(read - 1, sleeper.hold().token());
            scene = "the sleeper wakes up and writes " + (read - 1) + ", which is " + (taken ? "taken" : "refused");
            int sold = SOLD_MEANWHILE + (taken ? 1 : 0);
            return new PauseReport(ended, reason(told), closeTells(sleeper.hold()), taken, sold, stock.read() - (STOCK - sold));
        }
    }

    /** The next holder's work. Returns whether the sleeper's hold was over when it began. */
    private boolean sellMeanwhile(LockClient other, Hold sleeping) throws InterruptedException {
        try (Hold hold = Market.stockLock(other).acquire()) {
            boolean ended = !sleeping.isValid();
            for (int i = 0; i < SOLD_MEANWHILE; i++) {
                stock.write(stock.read() - 1, hold.token());
            }
            return ended;
        }
    }

    private static Optional<LossReason> reason(CompletableFuture<LossReason> told) throws InterruptedException {
        try {
            return Optional.of(told.get(CALLBACK_PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException | ExecutionException neverTold) {
            return Optional.empty();
        }
    }

    private static boolean closeTells(Hold lost) {
        try {
            lost.close();
            return false;
        } catch (LockLostException told) {
            return true;
        }
    }
}
