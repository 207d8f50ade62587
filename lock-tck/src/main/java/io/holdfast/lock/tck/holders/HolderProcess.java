package io.holdfast.lock.tck.holders;

import io.holdfast.lock.tck.history.Attempt;
import io.holdfast.lock.tck.history.Event;
import io.holdfast.lock.tck.history.History;
import io.holdfast.lock.tck.servers.TalkingProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A {@link LockHolder} in a JVM of its own, as a test drives it. All that it tells goes into a history, which is of use to the
 * checker, and to the {@link RemoteAttempt} concerned, which is of use to the test. Thread safe.
 */
public final class HolderProcess implements AutoCloseable {
    private final String name;
    private final History history;
    private final TalkingProcess process;

    // Mutable state; each is thread safe by itself
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, RemoteAttempt> attempts = new ConcurrentHashMap<>();
    private final List<String> noise = new CopyOnWriteArrayList<>();
    private final AtomicInteger grants = new AtomicInteger();
    private volatile boolean ready;
    private volatile boolean rests;
    private volatile boolean mayDie;

    private HolderProcess(String name, String url, Duration answerLimit, Map<String, String> environment, History history) {
        this.name = name;
        this.history = history;
        this.process = TalkingProcess.start("holder-" + name, command(name, url, answerLimit), environment, this::hear);
    }

    /**
     * Starts one and returns at once; it takes orders before {@link #isReady()}, and obeys them then.
     *
     * @param name in the history, such as "p2"
     * @param url of the store
     * @param answerLimit of its client
     * @param environment variables it gets besides those of this JVM
     * @param history where its events go
     */
    public static HolderProcess start(String name, String url, Duration answerLimit, Map<String, String> environment, History history) {
        return new HolderProcess(name, url, answerLimit, environment, history);
    }

    /** Whether its client is connected. */
    public boolean isReady() {
        return ready;
    }

    /** Whether it has come to rest after {@link #rest()}. */
    public boolean isResting() {
        return rests;
    }

    /** Whether there is a process, paused or not. */
    public boolean isRunning() {
        return process.isRunning();
    }

    /** How many locks it has acquired so far. */
    public int grants() {
        return grants.get();
    }

    /** Which acquisitions it has asked for or given back without an answer so far, for messages. */
    public List<Attempt> open() {
        return history.attempts().stream().filter(attempt -> attempt.process().equals(name))
                .filter(attempt -> attempt.answer().isEmpty() || (attempt.grant().isPresent() && !isClosed(attempt))).toList();
    }

    private static boolean isClosed(Attempt attempt) {
        return attempt.events().stream().anyMatch(step -> step instanceof Event.Released || step instanceof Event.ReleaseLost);
    }

    /** Tells it to wait for the lock as long as it takes. */
    public RemoteAttempt take(String lock, Duration lease) {
        return take(lock, lease, Optional.empty(), false);
    }

    /**
     * Tells it to take a lock, on a thread of its own.
     *
     * @param limit how long to wait; zero not to wait at all, empty for as long as it takes
     */
    public RemoteAttempt take(String lock, Duration lease, Optional<Duration> limit, boolean fair) {
        RemoteAttempt attempt = new RemoteAttempt(this, new TakeOrder(ids.incrementAndGet(), lock, lease, limit, fair));
        attempts.put(attempt.id(), attempt);
        say(new TakeOrder(attempt.id(), lock, lease, limit, fair).toLine());
        return attempt;
    }

    /** Tells it to work at random until {@link #rest()}. */
    public void work(WorkOrder order) {
        rests = false;
        say(order.toLine());
    }

    /** Tells it to do no more at random. */
    public void rest() {
        say(LockHolder.REST);
    }

    /** Kills it (SIGKILL), and writes into the history that it was. */
    public void kill() {
        mayDie = true;
        process.kill();
        history.add(new Event.Killed(System.nanoTime(), name));
    }

    /** Stops it (SIGSTOP) and blocks until it stands still. */
    public void pause() {
        history.add(new Event.FaultBegan(System.nanoTime(), name, Event.PAUSE, ""));
        process.pause();
    }

    /** Lets it go on after {@link #pause()}. */
    public void resume() {
        process.resume();
        history.add(new Event.FaultEnded(System.nanoTime(), name, Event.PAUSE));
    }

    /** What else it said, and the end of what it wrote to its error stream, to be put behind a message. */
    public String details() {
        return String.join("\n", noise) + process.details();
    }

    /** Its name. */
    @Override
    public String toString() {
        return name;
    }

    /** Kills it, if it still runs. That is worth a word in the history unless it has come to rest. */
    @Override
    public void close() {
        if (!mayDie && !rests) {
            kill();
        }
        process.close();
    }

    void say(String order) {
        process.say(order);
    }

    private void hear(String line) {
        switch (line) {
            case LockHolder.READY -> ready = true;
            case LockHolder.RESTS -> rests = true;
            default -> hearEvent(line);
        }
    }

    /** A killed process leaves half a line, and a JVM may have something to say too. */
    private void hearEvent(String line) {
        try {
            hear(Event.parse(line));
        } catch (IllegalArgumentException noEvent) {
            noise.add(line);
        }
    }

    private void hear(Event event) {
        history.add(event);
        if (event instanceof Event.Granted) {
            grants.incrementAndGet();
        }
        RemoteAttempt attempt = event instanceof Event.Step step ? attempts.get(step.acquisition()) : null;
        if (attempt != null) {
            attempt.add((Event.Step) event);
        }
    }

    /** The JVM of this one, with what makes a small program start fast. */
    private static List<String> command(String name, String url, Duration answerLimit) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m", "-cp",
                System.getProperty("java.class.path"), LockHolder.class.getName(), name, Long.toString(answerLimit.toMillis()), url));
    }
}
