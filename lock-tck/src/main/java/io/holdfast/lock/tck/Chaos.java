package io.holdfast.lock.tck;

import io.holdfast.lock.tck.HarmSchedule.Planned;
import io.holdfast.lock.tck.history.Checks;
import io.holdfast.lock.tck.history.Event;
import io.holdfast.lock.tck.history.History;
import io.holdfast.lock.tck.history.HistoryChecker;
import io.holdfast.lock.tck.history.HistorySummary;
import io.holdfast.lock.tck.history.Violation;
import io.holdfast.lock.tck.holders.HolderProcess;
import io.holdfast.lock.tck.holders.WorkOrder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.opentest4j.AssertionFailedError;

/**
 * Processes that take and drop locks at random while they, their networks and the server are harmed at random, for a while. Two
 * schedules run side by side, one against processes and one against the server, so that faults meet. Then all is healed, everybody
 * finishes, and the history is checked.
 */
final class Chaos implements AutoCloseable {
    /** Besides what the history writes down, the machine itself may be slow. */
    private static final Checks CHECKS = new Checks(Duration.ofSeconds(10), Duration.ofSeconds(3));
    private static final int PROCESSES = 3;
    private static final int THREADS = 4;
    private static final Duration REPORT = Duration.ofSeconds(5);

    private final LockFaultTck kit;
    private final StoreUnderTest store;
    private final Duration lease;
    private final List<String> names;
    private final History history = new History();

    // Mutable state; the processes are guarded by this
    private final List<ChaosProcess> processes = new ArrayList<>();
    private final List<ChaosProcess> all = new ArrayList<>();
    private final Crew gremlins;
    private long start;

    Chaos(LockFaultTck kit, Duration lease, List<String> names) {
        this.kit = kit;
        this.store = kit.store();
        this.lease = lease;
        this.names = List.copyOf(names);
        this.gremlins = new Crew(new Patience(Duration.ofDays(1), Duration.ZERO));
    }

    /** Blocks until it is over; what is in the history must not be. */
    List<Violation> run(Duration time) throws Exception {
        System.out.println("chaos: " + time.toSeconds() + " s; -Dholdfast.tck.seed=" + kit.seed() + " replays the faults");
        IntStream.range(0, PROCESSES).forEach(i -> processes.add(newProcess()));
        kit.patience().until("all processes are at work", () -> processes.stream().allMatch(process -> process.holder().grants() > 0));
        start = System.nanoTime();
        List<Crew.Member<Void>> busy = List.of(
                gremlins.start(() -> harm(schedule(Harm.Victim.PROCESS, time))),
                gremlins.start(() -> harm(schedule(Harm.Victim.SERVER, time))));
        while (!busy.stream().allMatch(Crew.Member::isDone)) {
            Thread.sleep(REPORT.toMillis());
            report();
        }
        gremlins.finish();
        comeToRest();
        return new HistoryChecker(CHECKS).check(history);
    }

    /** What was done and what came of it, for the log and for a file. */
    HistorySummary summary(List<Violation> violations) {
        return HistorySummary.of(history, violations);
    }

    /** For whoever has to find out what went wrong. */
    Path keep(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path file = folder.resolve(kit.info().name().replaceAll("[^A-Za-z0-9._-]", "-") + "-history.txt");
        history.write(file);
        return file;
    }

    @Override
    public void close() {
        gremlins.close();
        all.forEach(ChaosProcess::close);
    }

    private HarmSchedule schedule(Harm.Victim victim, Duration time) {
        List<Harm> harms = Arrays.stream(Harm.values()).filter(harm -> harm.victim() == victim && harm.canBeDoneTo(store)).toList();
        // Longer breaths for the server's: with it everybody stands still.
        Duration pace = victim == Harm.Victim.SERVER ? lease.multipliedBy(2) : lease;
        return HarmSchedule.of(kit.seed() + victim.ordinal(), time, pace, PROCESSES, harms);
    }

    private void harm(HarmSchedule schedule) throws InterruptedException {
        for (Planned planned : schedule.plan()) {
            sleepUntil(planned.at());
            begin(planned);
            sleepUntil(planned.end());
            end(planned);
        }
    }

    private void begin(Planned planned) {
        ChaosProcess process = process(planned.process());
        HolderProcess holder = process.holder();
        Harm harm = planned.harm();
        if (harm != Harm.STOP && harm != Harm.KILL) {
            history.add(new Event.FaultBegan(System.nanoTime(), target(planned), harm.title(), planned.length().toString()));
        }
        switch (harm) {
            case KILL -> {
                holder.kill();
                replace(planned.process());
            }
            case STOP -> holder.pause();
            case CUT -> process.proxy().cut();
            case HOLE -> process.proxy().blackHole();
            case LOST_REPLIES -> process.proxy().dropReplies();
            case DELAY -> process.proxy().delay(planned.length().dividedBy(20));
            case HANG -> store.server().orElseThrow().pause();
            case RESTART -> store.server().orElseThrow().restart();
        }
    }

    private void end(Planned planned) {
        Harm harm = planned.harm();
        switch (harm) {
            case STOP -> process(planned.process()).holder().resume();
            case HOLE, LOST_REPLIES, DELAY -> process(planned.process()).heal();
            case HANG -> store.server().orElseThrow().resume();
            default -> { }
        }
        if (harm != Harm.STOP && harm != Harm.KILL) {
            history.add(new Event.FaultEnded(System.nanoTime(), target(planned), harm.title()));
        }
    }

    private String target(Planned planned) {
        return planned.harm().victim() == Harm.Victim.SERVER ? Event.SERVER : process(planned.process()).holder().toString();
    }

    private synchronized ChaosProcess process(int index) {
        return processes.get(index);
    }

    private synchronized void replace(int index) {
        processes.set(index, newProcess());
    }

    private synchronized ChaosProcess newProcess() {
        int number = all.size() + 1;
        ChaosProcess process = new ChaosProcess("p" + number, store, kit.answerLimit(), history,
                new WorkOrder(kit.seed() + number, THREADS, lease, names));
        all.add(process);
        return process;
    }

    /** Everybody who waits is served or told. */
    private synchronized void comeToRest() {
        processes.forEach(ChaosProcess::heal);
        processes.forEach(process -> process.holder().rest());
        Duration told = kit.patience().presence().plus(kit.answerLimit().multipliedBy(2));
        Duration limit = told.plus(lease.multipliedBy(2L * PROCESSES * THREADS));
        for (ChaosProcess process : processes) {
            awaitRest(process.holder(), new Patience(limit, Duration.ZERO));
        }
        // An open end would be taken for a hold that was never given back.
        all.forEach(ChaosProcess::close);
    }

    private static void awaitRest(HolderProcess holder, Patience patience) {
        try {
            patience.until("process " + holder + " comes to rest", holder::isResting);
        } catch (AssertionFailedError late) {
            throw new AssertionFailedError(late.getMessage() + (holder.isRunning() ? ", and " : ", for it is dead; ")
                    + "still open are " + holder.open() + holder.details(), late);
        }
    }

    private void report() {
        long seconds = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        int grants;
        synchronized (this) {
            grants = all.stream().mapToInt(process -> process.holder().grants()).sum();
        }
        System.out.println("chaos: " + seconds + " s, " + grants + " grants");
    }

    private void sleepUntil(Duration at) throws InterruptedException {
        long left = start + at.toNanos() - System.nanoTime();
        if (left > 0) {
            Thread.sleep(Duration.ofNanos(left).toMillis());
        }
    }
}
