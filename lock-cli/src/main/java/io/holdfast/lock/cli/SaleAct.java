package io.holdfast.lock.cli;

import io.holdfast.lock.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The same sale three times, each with better protection. */
final class SaleAct {
    private final DemoOptions options;
    private final Screen screen;

    SaleAct(DemoOptions options, Screen screen) {
        this.options = options;
        this.screen = screen;
    }

    List<SaleReport> run() throws InterruptedException {
        return List.of(
                sell("no lock", everyShop(Protection::none), unsafeLimit()),
                sell("JVM lock per shop", everyShop(Protection::jvmLock), unsafeLimit()),
                sellWithHoldfast());
    }

    private SaleReport sellWithHoldfast() throws InterruptedException {
        Market market = Market.open();
        List<LockClient> clients = new ArrayList<>();
        try {
            List<Protection> protections = everyShop(() -> {
                LockClient client = market.connect();
                clients.add(client);
                return Protection.holdfast(Market.stockLock(client));
            });
            return sell("Holdfast", protections, holdfastLimit());
        } finally {
            clients.forEach(LockClient::close);
        }
    }

    private SaleReport sell(String protection, List<Protection> protections, Duration limit) throws InterruptedException {
        Sale sale = new Sale(protection, options, protections);
        return screen.during(sale::progress, () -> sale.run(limit));
    }

    private List<Protection> everyShop(Supplier<Protection> protection) {
        return Stream.generate(protection).limit(options.shops()).toList();
    }

    /** A stock that late writers raise again and again may never be gone. */
    private Duration unsafeLimit() {
        return options.quick() ? Duration.ofMillis(1_500) : Duration.ofSeconds(4);
    }

    /** Far more than it takes: who gets here hangs. */
    private Duration holdfastLimit() {
        return Duration.ofSeconds(15).plus(Duration.ofMillis(10).multipliedBy(options.stock()));
    }
}
