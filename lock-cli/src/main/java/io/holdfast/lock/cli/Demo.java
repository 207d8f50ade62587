package io.holdfast.lock.cli;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The story of the oversold shop, in three acts, and at its end the figures. */
final class Demo {
    /** Kept here, because the log system forgets a logger, and its level, that nobody refers to. */
    private static final Logger LIBRARY_LOG = Logger.getLogger("io.holdfast.lock");

    private final DemoOptions options;
    private final Screen screen;

    Demo(DemoOptions options, Screen screen) {
        this.options = options;
        this.screen = screen;
    }

    /** Tells the story. Returns whether Holdfast kept all it promises. */
    boolean run() throws InterruptedException {
        // The library warns of late renewals and losses. Here they are the plot, and told on the screen.
        LIBRARY_LOG.setLevel(Level.SEVERE);
        screen.say("Holdfast demo, on the memory store (mem:) in one JVM. What this can't do for real yet, it says.");
        List<SaleReport> sales = playSales();
        List<DeathReport> deaths = playDeaths();
        PauseReport plain = playPause("a stock that does not look at tokens", new PlainStock(PauseAct.STOCK));
        PauseReport fenced = playPause("a fenced stock", new FencedStock(PauseAct.STOCK));
        return new DemoSummary(sales, deaths, plain, fenced).print(screen);
    }

    private List<SaleReport> playSales() throws InterruptedException {
        screen.say("");
        screen.say(String.format(
                "1. %d shops with %d threads each sell %s pieces. Each reads the stock, waits %s as for a database, and writes it back.",
                options.shops(), options.threads(), Text.of(options.stock()), Text.of(options.roundTrip())));
        screen.say("   A shop is a lock client of its own in this JVM; a later version runs each in a process of its own.");
        return new SaleAct(options, screen).run();
    }

    private List<DeathReport> playDeaths() throws InterruptedException {
        screen.say("");
        screen.say("2. A holder dies, twice. Simulated: its connection is cut for good, so the store hears no more of it,");
        screen.say("   as after kill -9. Nothing is released.");
        return List.of(new DeathAct(options.lease(), screen).run(), new DeathAct(options.lease(), screen).run());
    }

    private PauseReport playPause(String kind, Stock stock) throws InterruptedException {
        screen.say("");
        screen.say("3. A holder sleeps past its lease of " + Text.of(options.lease()) + ", with " + kind + ".");
        screen.say("   Simulated: its connection is silent and its thread does nothing, as in a long GC pause; its clock goes on.");
        return new PauseAct(options.lease(), stock, screen).run();
    }
}
