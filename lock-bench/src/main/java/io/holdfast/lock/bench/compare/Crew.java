package io.holdfast.lock.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** The worker JVMs of one contender in one scenario, and the memory that they share. */
final class Crew implements AutoCloseable {
    static final long WATCH_MILLIS = 200;

    private final Contender contender;
    private final Scenario scenario;
    private final Path file;
    private final SharedMemory memory;
    private final List<WorkerProcess> workers = new ArrayList<>();

    // Mutable state, of the driver's thread
    private long expectedPairs;

    private Crew(Contender contender, Scenario scenario) throws IOException {
        this.contender = contender;
        this.scenario = scenario;
        file = Files.createTempFile("holdfast-bench", ".memory");
        file.toFile().deleteOnExit();   // for those who interrupt us
        memory = SharedMemory.open(file);
    }

    /** Starts the workers and waits until they are connected. */
    static Crew start(Suite suite, Contender contender, Scenario scenario, String url) throws IOException {
        Crew crew = new Crew(contender, scenario);
        try {
            for (int jvm = 0; jvm < scenario.jvms(); jvm++) {
                crew.workers.add(WorkerProcess.start(
                        suite.name(), contender.name(), scenario.id(), url, crew.file.toString(), Integer.toString(jvm)));
            }
            crew.all(crew.workers.stream().map(WorkerProcess::ready).toList());
            return crew;
        } catch (IOException | RuntimeException failure) {
            crew.close();
            throw failure;
        }
    }

    Contender contender() {
        return contender;
    }

    /**
     * Lets all work for a while at the same time, and then for a shorter while with the aim of finding an overlap.
     *
     * @throws IllegalStateException if a worker failed, or two of them had the lock at once
     */
    Result measure(long millis) {
        Result result = Result.of(scenario, work(Window.toMeasure(millis)));
        if (scenario.needsWatch()) {
            work(Window.toWatch(WATCH_MILLIS));
        }
        return result;
    }

    private List<Tally> work(Window window) {
        List<Tally> tallies = all(workers.stream().map(worker -> worker.measure(window)).toList());
        expectedPairs += tallies.stream().mapToLong(Tally::allPairs).sum();
        long counted = Guard.total(memory, scenario.names());
        if (counted != expectedPairs) {
            throw new OverlapException(where() + ": " + expectedPairs + " increments under the lock, but the counter says " + counted);
        }
        return tallies;
    }

    /** The first failure ends the wait: who is still at work may wait for the one that failed. */
    private <T> List<T> all(List<CompletableFuture<T>> answers) {
        CompletableFuture<Void> failure = new CompletableFuture<>();
        answers.forEach(answer -> answer.whenComplete((value, thrown) -> {
            if (thrown != null) {
                failure.completeExceptionally(thrown);
            }
        }));
        CompletableFuture<Void> everybody = CompletableFuture.allOf(answers.toArray(CompletableFuture<?>[]::new));
        try {
            CompletableFuture.anyOf(everybody, failure).join();
            return answers.stream().map(CompletableFuture::join).toList();
        } catch (CompletionException thrown) {
            throw new IllegalStateException(where() + ": " + thrown.getCause().getMessage(), thrown.getCause());
        }
    }

    private String where() {
        return contender.name() + " in " + scenario.id();
    }

    @Override
    public void close() {
        workers.forEach(WorkerProcess::close);
        file.toFile().delete();
    }
}
