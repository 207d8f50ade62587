package io.holdfast.lock.tck.holders;

import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.history.Event;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Threads that take, hold and drop locks at random. */
public final class Labour {
    private final LockClient client;
    private final WorkOrder order;
    private final Voice voice;
    /** Apart from those that a test gives. */
    private final AtomicLong ids = new AtomicLong(1_000_000);

    Labour(LockClient client, WorkOrder order, Voice voice) {
        this.client = client;
        this.order = order;
        this.voice = voice;
    }

    /**
     * Labour in this JVM.
     *
     * @param process its name in the history
     * @param ear hears of every event, on many threads
     */
    public Labour(LockClient client, WorkOrder order, String process, Consumer<Event> ear) {
        this(client, order, new Voice(process, ear));
    }

    /** Blocks until there is no more to do and all is given back. */
    public void run(BooleanSupplier goesOn) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < order.threads(); i++) {
            Random chance = new Random(order.seed() + i);
            Thread thread = new Thread(() -> toil(chance, goesOn), "holder-work-" + i);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        threads.forEach(Labour::join);
    }

    private void toil(Random chance, BooleanSupplier goesOn) {
        while (goesOn.getAsBoolean()) {
            TakeOrder take = choose(chance);
            long pause = holdTime(chance);
            Turn turn = new Turn(pause);
            new Tenure(client, take, voice).run(turn::goesOn);
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(chance.nextInt(2_000)));
        }
    }

    /** Half wait for as long as it takes, a third has a limit, the others just try. */
    private TakeOrder choose(Random chance) {
        String name = order.names().get(chance.nextInt(order.names().size()));
        int kind = chance.nextInt(6);
        Duration upToALease = Duration.ofMillis(1 + chance.nextInt((int) order.lease().toMillis()));
        Optional<Duration> limit = kind < 3 ? Optional.empty() : Optional.of(kind < 5 ? upToALease : Duration.ZERO);
        return new TakeOrder(ids.incrementAndGet(), name, order.lease(), limit, name.startsWith(WorkOrder.FAIR));
    }

    /** Mostly short; one in fifty is so long that it has to be renewed. */
    private long holdTime(Random chance) {
        return chance.nextInt(50) == 0 ? order.lease().toNanos() : TimeUnit.MICROSECONDS.toNanos(chance.nextInt(10_000));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** The time of one hold, from the first look at the clock. */
    private static final class Turn {
        private final long length;
        private long start;
        private boolean started;

        Turn(long length) {
            this.length = length;
        }

        boolean goesOn(long now) {
            if (!started) {
                started = true;
                start = now;
            }
            return now - start < length;
        }
    }
}
