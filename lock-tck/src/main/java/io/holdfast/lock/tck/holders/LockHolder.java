package io.holdfast.lock.tck.holders;

import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that takes locks, holds them and gives them back as it is told over its standard input, one order a line, and tells what
 * it lives through on its standard output, one event a line: {@code java … LockHolder NAME ANSWER-LIMIT-MS URL}. A test starts
 * several of them, each a client in a JVM of its own, and kills or stops them. It ends with its input.
 *
 * <pre>
 *   take 7 lease=2000 limit=500 fair name=stock:42      asks, on a thread of its own
 *   drop 7                                             gives back
 *   work seed=42 threads=4 lease=2000 names=a,b,fair-c takes and drops at random
 *   rest                                               no more of that; says "rests" when all is given back
 * </pre>
 */
public final class LockHolder {
    static final String DROP = "drop";
    static final String REST = "rest";
    static final String RESTS = "rests";
    static final String READY = "ready";

    private static final Duration RETRY = Duration.ofMillis(100);

    private final LockClient client;
    private final Voice voice;

    // Mutable state; each is thread safe by itself
    private final Map<Long, AtomicBoolean> dropped = new ConcurrentHashMap<>();
    private volatile boolean rest;

    private LockHolder(LockClient client, Voice voice) {
        this.client = client;
        this.voice = voice;
    }

    /**
     * Runs until its input ends, and then ends without giving anything back.
     *
     * @param args its name in the history, the answer limit of its client in milliseconds, the URL of the store
     */
    public static void main(String[] args) throws IOException {
        Voice voice = new Voice(args[0], event -> say(event.toLine()));
        LockClient client = connect(args[2], Duration.ofMillis(Long.parseLong(args[1])));
        say(READY);
        new LockHolder(client, voice).obey(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        Runtime.getRuntime().halt(0);
    }

    /** In one piece with its line end: other threads speak too. */
    private static void say(String line) {
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (System.out) {
            System.out.write(bytes, 0, bytes.length);
            System.out.flush();
        }
    }

    /** Whoever is started while the store is down has to wait for it. */
    private static LockClient connect(String url, Duration answerLimit) {
        while (true) {
            try {
                return LockClient.builder().url(url).answerLimit(answerLimit).build();
            } catch (LockBackendException down) {
                System.err.println(down);
                LockSupport.parkNanos(RETRY.toNanos());
            }
        }
    }

    private void obey(BufferedReader orders) throws IOException {
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            String word = line.split(" ", 2)[0];
            switch (word) {
                case TakeOrder.WORD -> take(TakeOrder.parse(line));
                case DROP -> flag(Long.parseLong(line.split(" ")[1])).set(true);
                case WorkOrder.WORD -> work(WorkOrder.parse(line));
                case REST -> rest = true;
                default -> throw new IllegalArgumentException("unknown order: " + line);
            }
        }
    }

    private void take(TakeOrder order) {
        AtomicBoolean drop = flag(order.id());
        start("holder-" + order.id(), () -> new Tenure(client, order, voice).run(now -> !drop.get()));
    }

    private AtomicBoolean flag(long id) {
        return dropped.computeIfAbsent(id, key -> new AtomicBoolean());
    }

    private void work(WorkOrder order) {
        start("holder-work", () -> {
            new Labour(client, order, voice).run(() -> !rest);
            say(RESTS);
        });
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
