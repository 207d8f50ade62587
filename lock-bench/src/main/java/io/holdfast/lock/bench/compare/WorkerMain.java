package io.holdfast.lock.bench.compare;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/**
 * A worker JVM. Says {@code ready} when it is connected; for each {@code go WINDOW} that it reads, works in that window and
 * answers {@code result …}. Says {@code failed …} and ends when anything goes wrong, and ends when there is nothing more to read,
 * so it never outlives its driver.
 */
final class WorkerMain {
    static final String READY = "ready";
    static final String GO = "go ";
    static final String RESULT = "result ";
    static final String FAILED = "failed ";

    /** How long a pair may take that was under way when the window closed. */
    private static final long STRAGGLER_MILLIS = 60_000;

    private final PrintStream out;
    private final List<WorkLoop> loops = new ArrayList<>();

    private WorkerMain(PrintStream out) {
        this.out = out;
    }

    /** @param args as {@link WorkerProcess} gives them: suite, contender, scenario, URL, shared file, number of this JVM */
    public static void main(String[] args) {
        PrintStream driver = System.out;
        System.setOut(System.err);   // whatever a library has to say is no answer to the driver
        WorkerMain worker = new WorkerMain(driver);
        try {
            worker.run(args);
        } catch (Throwable failure) {
            worker.fail(failure);
        }
        Runtime.getRuntime().halt(0);
    }

    private void run(String... args) throws Exception {
        Contender contender = Suite.named(args[0]).contender(args[1]);
        Scenario scenario = Scenario.of(args[2]);
        Session session = contender.open(args[3], scenario);
        addLoops(session, scenario, SharedMemory.open(Path.of(args[4])), Integer.parseInt(args[5]));
        out.println(READY);
        BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            out.println(RESULT + work(Window.parse(line.substring(GO.length()))).line());
        }
    }

    private void addLoops(Session session, Scenario scenario, SharedMemory memory, int jvm) {
        for (int thread = 0; thread < scenario.threads(); thread++) {
            int name = thread % scenario.names();
            Session.ThreadLock lock = session.lock("bench:" + scenario.id() + ":" + name);
            Guard guard = new Guard(memory, name, 1 + jvm * scenario.threads() + thread);
            loops.add(scenario == Scenario.HANDOFF
                    ? new HandOffLoop(lock, guard, memory, Guard.slots(scenario.names()), jvm) : new PairLoop(lock, guard));
        }
    }

    private Tally work(Window window) throws InterruptedException {
        long before = pairs();
        window.awaitStart();
        List<Thread> threads = loops.stream().map(loop -> start(loop, window)).toList();
        long nanos = window.awaitEnd();
        long inTime = pairs() - before;
        for (Thread thread : threads) {
            thread.join(STRAGGLER_MILLIS);
            if (thread.isAlive()) {
                throw new IllegalStateException("an acquire or a release did not return for " + STRAGGLER_MILLIS + " ms");
            }
        }
        return new Tally(inTime, nanos, pairs() - before,
                loops.stream().flatMapToLong(loop -> LongStream.of(loop.samples())).toArray());
    }

    private Thread start(WorkLoop loop, Window window) {
        Thread thread = new Thread(() -> {
            try {
                loop.run(window);
            } catch (Throwable failure) {
                fail(failure);
            }
        });
        thread.start();
        return thread;
    }

    private long pairs() {
        return loops.stream().mapToLong(WorkLoop::pairs).sum();
    }

    /** At once: other threads may wait for a lock that nobody will give back now. */
    private synchronized void fail(Throwable failure) {
        failure.printStackTrace();
        out.println(FAILED + (failure instanceof OverlapException ? failure.getMessage() : failure));
        Runtime.getRuntime().halt(1);
    }
}
