package io.holdfast.lock.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** All shops selling one stock at the same time. */
final class Sale {
    private final String protection;
    private final DemoOptions options;
    private final Stock stock;
    private final Waits waits = new Waits();
    private final List<Shop> shops;
    private final long start = System.nanoTime();

    /** @param protections what each shop does to be alone with the stock; as many as there are shops */
    Sale(String protection, DemoOptions options, List<Protection> protections) {
        this.protection = protection;
        this.options = options;
        this.stock = new PlainStock(options.stock());
        this.shops = protections.stream().map(each -> new Shop(stock, each, waits, options.roundTrip())).toList();
    }

    /** Opens all shops and waits until they find nothing left to sell, or the limit has passed. */
    SaleReport run(Duration limit) throws InterruptedException {
        ExecutorService staff = Executors.newFixedThreadPool(options.shops() * options.threads());
        List<Future<?>> work = new ArrayList<>();
        for (int i = 0; i < options.threads(); i++) {
            shops.forEach(shop -> work.add(staff.submit(shop::sellAll)));
        }
        staff.shutdown();
        boolean finished = staff.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS);
        Duration took = elapsed();
        staff.shutdownNow();
        for (Future<?> each : work) {
            throwFailure(each);
        }
        List<Integer> sold = shops.stream().map(Shop::sold).toList();
        return new SaleReport(protection, options.stock(), sold, stock.read(), finished, took, waits);
    }

    /** How it is going. */
    String progress() {
        int sold = shops.stream().mapToInt(Shop::sold).sum();
        return String.format(Locale.ROOT, "%-18s %,8d sold, the stock says %,d left, %.1f s", protection, sold,
                stock.read(), elapsed().toMillis() / 1e3);
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private static void throwFailure(Future<?> work) throws InterruptedException {
        try {
            work.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a shop had to close", failed.getCause());
        }
    }
}
