package io.holdfast.lock.cli;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A holder dies with the lock in its hand, and another is waiting for it. */
final class DeathAct {
    private final Duration lease;
    private final Screen screen;

    // Mutable state
    private volatile String scene = "";

    DeathAct(Duration lease, Screen screen) {
        this.lease = lease;
        this.screen = screen;
    }

    DeathReport run() throws InterruptedException {
        return screen.during(() -> scene, this::play);
    }

    private DeathReport play() throws InterruptedException {
        Market market = Market.open();
        try (Victim victim = Victim.holding(market, LockOptions.defaults().withLease(lease)); LockClient other = market.connect()) {
            CompletableFuture<Hold> next = Market.stockLock(other).acquireAsync();
            boolean kept = live(victim, next);
            long death = System.nanoTime();
            victim.sever();
            scene = "the holder is dead; the next one waits for the rest of the lease";
            try (Hold heir = next.join()) {
                Duration took = Duration.ofNanos(System.nanoTime() - death);
                scene = "the next one had the lock " + Text.of(took) + " after the death";
                return new DeathReport(lease, kept, took, !victim.hold().isValid(), heir.token() > victim.hold().token());
            }
        }
    }

    /** For longer than a lease, to show that it is not the lease's end that gives the lock away, but silence. */
    private boolean live(Victim victim, CompletableFuture<Hold> next) throws InterruptedException {
        scene = "the holder lives and renews its lease of " + Text.of(lease);
        Pause.of(lease.multipliedBy(3).dividedBy(2));
        return victim.hold().isValid() && !next.isDone();
    }
}
