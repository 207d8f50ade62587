package io.holdfast.lock.bench.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A worker JVM as its driver sees it. */
final class WorkerProcess implements AutoCloseable {
    private static final long END_SECONDS = 10;

    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    private WorkerProcess(Process process) {
        this.process = process;
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Starts it with the JVM and class path of this one. A small heap, the same for all: a dozen of them may be up at once. */
    static WorkerProcess start(String... args) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-Xms256m", "-Xmx256m", "-cp", System.getProperty("java.class.path"),
                WorkerMain.class.getName()));
        command.addAll(Arrays.asList(args));
        return new WorkerProcess(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    /** When it is connected. */
    CompletableFuture<String> ready() {
        return answer(WorkerMain.READY);
    }

    /** Lets it work, and returns what it did. */
    CompletableFuture<Tally> measure(Window window) {
        orders.println(WorkerMain.GO + window.line());
        return answer(WorkerMain.RESULT).thenApply(Tally::parse);
    }

    private CompletableFuture<String> answer(String word) {
        return CompletableFuture.supplyAsync(() -> read(word), runnable -> new Thread(runnable, "answer").start());
    }

    private String read(String word) {
        try {
            String line = answers.readLine();
            if (line == null || !line.startsWith(word)) {
                throw new IllegalStateException(line == null ? "the worker ended early"
                        : line.startsWith(WorkerMain.FAILED) ? line.substring(WorkerMain.FAILED.length()) : "unexpected: " + line);
            }
            return line.substring(word.length());
        } catch (IOException broken) {
            throw new IllegalStateException("the worker can't be read any more", broken);
        }
    }

    /** It ends by itself when there are no more orders. */
    @Override
    public void close() {
        orders.close();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
