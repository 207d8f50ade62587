package io.holdfast.lock.tck.servers;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A program that is spoken to line by line over its standard streams, and can be killed and paused at any moment. It dies with this
 * JVM, also when this JVM is killed with {@code kill -9} while the program is paused.
 *
 * <p>Thread safe. Every wait ends after 20 s at the latest, with a {@link ServerException} that shows the end of what the program
 * wrote to its error stream.
 */
public final class TalkingProcess implements AutoCloseable {
    private final String name;
    private final ServerFolder folder;
    private final Process process;
    private final ServerRun run;
    private final Janitor janitor;
    private final PrintStream orders;
    private final Thread listener;

    private TalkingProcess(String name, ServerFolder folder, Process process, Consumer<String> lines) throws IOException {
        this.name = name;
        this.folder = folder;
        this.process = process;
        this.run = new ServerRun(process);
        this.janitor = Janitor.of(process);
        this.orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        this.listener = new Thread(() -> listen(lines), "holdfast-listens-to-" + name);
        listener.setDaemon(true);
        listener.start();
    }

    /**
     * Starts a program and returns at once.
     *
     * @param name how messages call it
     * @param command the program and its arguments
     * @param environment variables it gets besides those of this JVM
     * @param lines gets each line that it prints, on a thread of its own, in order
     * @return the running program
     * @throws ServerException if it can't be started
     */
    public static TalkingProcess start(String name, List<String> command, Map<String, String> environment, Consumer<String> lines) {
        requireNonNull(lines, "lines");
        ServerFolder folder = new ServerFolder(requireNonNull(name, "name"));
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.appendTo(folder.log().toFile()));
            builder.environment().putAll(environment);
            return new TalkingProcess(name, folder, builder.start(), lines);
        } catch (IOException failed) {
            folder.close();
            throw new ServerException(name + " can't be started: " + failed.getMessage(), failed);
        }
    }

    /** Says a line to the program. Not heard by one that has ended; a paused one hears it when it goes on. */
    public void say(String line) {
        orders.println(requireNonNull(line, "line"));
    }

    /** The process id. */
    public long pid() {
        return run.pid();
    }

    /** Whether there is a process, paused or not. */
    public boolean isRunning() {
        return run.isAlive();
    }

    /**
     * Ends the program at once (SIGKILL), and blocks until it is gone and all that it had said has been heard. Does nothing if it
     * does not run.
     */
    public void kill() {
        if (!run.kill()) {
            throw trouble("SIGKILL did not end it", null);
        }
        awaitLastWords();
    }

    /** Stops the program's clock (SIGSTOP) and blocks until it stands still. */
    public void pause() {
        signal("STOP");
        Await.until(name + " is paused", run::isPaused, folder::logTail);
    }

    /** Lets a paused program go on (SIGCONT). */
    public void resume() {
        signal("CONT");
    }

    /** The end of what it wrote to its error stream, to be put behind a message. */
    public String details() {
        return folder.logTail();
    }

    /** Kills the program and removes its folder. May be called twice. */
    @Override
    public void close() {
        kill();
        orders.close();
        janitor.dismiss();
        folder.close();
    }

    private void listen(Consumer<String> lines) {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.accept(line);
            }
        } catch (IOException gone) {
            // It was killed: there is nothing more to hear.
        }
    }

    private void awaitLastWords() {
        if (Thread.currentThread() != listener) {
            Await.until(name + " was heard to the end", () -> !listener.isAlive(), folder::logTail);
        }
    }

    private void signal(String signal) {
        if (!run.isAlive()) {
            throw trouble("does not run", null);
        }
        try {
            run.signal(signal);
        } catch (IOException failed) {
            throw trouble("SIG" + signal + " can't be sent: " + failed.getMessage(), failed);
        }
    }

    private ServerException trouble(String what, @Nullable Throwable cause) {
        return new ServerException(name + ": " + what + folder.logTail(), cause);
    }
}
