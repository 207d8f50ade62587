package io.holdfast.lock.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.tck.servers.FakeClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A lock client in a JVM of its own, whose wall clock the test moves. One question at a time. */
final class ClockedClient implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    private ClockedClient(Process process) {
        this.process = process;
        this.out = process.inputReader(UTF_8);
        this.in = process.outputWriter(UTF_8);
    }

    static ClockedClient start(FakeClock clock, String url, Duration lease) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), ClockedClient.class.getName(), url, lease.toString())
                .redirectError(Redirect.INHERIT);
        builder.environment().putAll(clock.environment());
        ClockedClient client = new ClockedClient(builder.start());
        client.now();
        return client;
    }

    Instant now() {
        return Instant.ofEpochMilli(Long.parseLong(ask("now", "", "")));
    }

    /** Waits as long as it takes, and keeps the lock. Returns the token. */
    long acquire(String name) {
        return Long.parseLong(ask("acquire", name, ""));
    }

    void release(String name) {
        ask("release", name, "");
    }

    /** Waits in vain. Returns how long, by the monotonic clock over there. */
    Duration waitInVain(String name, Duration limit) {
        return Duration.parse(ask("wait", name, limit.toString()));
    }

    /** Whether it has the lock, and was never told that it has lost one. */
    boolean holdsWithoutLoss(String name) {
        return Boolean.parseBoolean(ask("holds", name, ""));
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(Eventually.PRESENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private String ask(String what, String name, String limit) {
        try {
            in.write(what + "," + name + "," + limit + "\n");
            in.flush();
            return Optional.ofNullable(out.readLine()).orElseThrow(() -> new AssertionError("the other JVM has ended at: " + what));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What runs over there: ends when its standard input does. */
    public static void main(String... args) throws Exception {
        try (LockClient locks = LockClient.connect(args[0])) {
            Answers answers = new Answers(locks, LockOptions.defaults().withLease(Duration.parse(args[1])));
            BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
            for (String question = questions.readLine(); question != null; question = questions.readLine()) {
                String[] words = question.split(",", 3);
                System.out.println(answers.to(words[0], words[1], words[2]));
            }
        }
    }

    private static final class Answers {
        private final LockClient locks;
        private final LockOptions options;
        private final Map<String, Hold> holds = new HashMap<>();
        private final AtomicInteger losses = new AtomicInteger();

        Answers(LockClient locks, LockOptions options) {
            this.locks = locks;
            this.options = options;
        }

        Object to(String what, String name, String limit) throws InterruptedException {
            return switch (what) {
                case "now" -> System.currentTimeMillis();
                case "acquire" -> acquire(name);
                case "release" -> release(name);
                case "wait" -> waitInVain(name, Duration.parse(limit));
                case "holds" -> holds.get(name).isValid() && losses.get() == 0;
                default -> throw new IllegalArgumentException(what);
            };
        }

        private long acquire(String name) throws InterruptedException {
            Hold hold = locks.lock(name, options).acquire();
            hold.onLost(reason -> losses.incrementAndGet());
            holds.put(name, hold);
            return hold.token();
        }

        private boolean release(String name) {
            holds.remove(name).close();
            return true;
        }

        private Duration waitInVain(String name, Duration limit) throws InterruptedException {
            long start = System.nanoTime();
            if (locks.lock(name, options).tryAcquire(limit).isPresent()) {
                throw new IllegalStateException(name + " was free");
            }
            return Duration.ofNanos(System.nanoTime() - start);
        }
    }
}
