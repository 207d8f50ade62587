package io.holdfast.lock.bench;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A program of its own that holds very many locks at once and prints what that costs, a {@code key=value} in each line. Not a
 * JMH benchmark, because it measures memory and threads; in its own process, because nothing else may be on the heap.
 */
final class ManyHolds {
    /** Shorter than usual, so that each lock has to be renewed several times within the run. */
    private static final Duration RENEWED_LEASE = Duration.ofSeconds(4);
    /** Longer than the run, so that none is lost. */
    private static final Duration FIXED_LEASE = Duration.ofMinutes(10);
    private static final int WARM_UP = 2_000;

    private final LockOptions options;
    private final String[] names;
    private static final String TIMER_TASK = "java.util.concurrent.ScheduledThreadPoolExecutor$ScheduledFutureTask";
    /** The memory store's own, with which it sweeps expired leases. */
    private static final int STORE_TIMERS = 1;

    private final Hold[] holds;

    private ManyHolds(boolean renewed, int count) {
        LockOptions defaults = LockOptions.defaults();
        options = renewed ? defaults.withLease(RENEWED_LEASE) : defaults.withFixedLease(FIXED_LEASE);
        names = IntStream.range(0, count).mapToObj(i -> "stock:" + i).toArray(String[]::new);
        holds = new Hold[count];
    }

    /** @param args {@code renewed} or {@code fixed}, and how many locks to hold */
    public static void main(String[] args) throws InterruptedException {
        new ManyHolds(args[0].equals("renewed"), Integer.parseInt(args[1])).run();
    }

    private void run() throws InterruptedException {
        try (LockClient client = LockClient.connect("mem:many-holds")) {
            acquire(client, Math.min(WARM_UP, names.length));
            closeAll();
            HeapHistogram before = HeapHistogram.take();
            acquire(client, names.length);
            int threads = outliveLease();
            print(before, HeapHistogram.take(), threads);
            closeAll();
        }
    }

    private void acquire(LockClient client, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            holds[i] = client.lock(names[i], options).acquire();
        }
    }

    private void closeAll() {
        for (int i = 0; i < holds.length && holds[i] != null; i++) {
            holds[i].close();
            holds[i] = null;
        }
    }

    /** Returns the largest number of the client's threads seen meanwhile. */
    private static int outliveLease() throws InterruptedException {
        int most = 0;
        for (long end = System.nanoTime() + RENEWED_LEASE.multipliedBy(3).dividedBy(2).toNanos(); System.nanoTime() - end < 0; ) {
            most = Math.max(most, clientThreads());
            Thread.sleep(20);
        }
        return most;
    }

    /** Not those of the memory store, which plays the server here. */
    private static int clientThreads() {
        Thread[] threads = new Thread[Thread.activeCount() + 64];
        int count = Thread.enumerate(threads);
        return (int) Arrays.stream(threads, 0, count).filter(thread -> isClient(thread.getName())).count();
    }

    private static boolean isClient(String thread) {
        return thread.startsWith("holdfast") && !thread.startsWith("holdfast-mem");
    }

    private void print(HeapHistogram before, HeapHistogram after, int threads) {
        System.out.println("valid=" + Arrays.stream(holds).filter(Hold::isValid).count());
        System.out.println("threads=" + threads);
        System.out.println("timers=" + (after.instances(TIMER_TASK) - STORE_TIMERS));
        System.out.println("heapBytes=" + after.since(before).totalBytes());
        System.out.println("renewalBytes=" + renewalBytes(after.since(before)));
    }

    /**
     * An upper bound of what renewal needs: the lease objects, which have other fields too, and the set that the renewal loop
     * keeps them in. That set is one of several maps with an entry per hold; all of them are alike.
     */
    private long renewalBytes(HeapHistogram grown) {
        String node = "java.util.concurrent.ConcurrentHashMap$Node";
        long maps = Math.max(1, Math.round(grown.instances(node) / (double) holds.length));
        long oneMap = (grown.bytes(node) + grown.bytes("[Ljava.util.concurrent.ConcurrentHashMap$Node;")) / maps;
        return grown.bytes("io.holdfast.lock.internal.Lease") + oneMap
                + grown.bytes(TIMER_TASK);
    }
}
