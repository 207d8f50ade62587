package io.holdfast.lock.tck.servers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server as a process of its own, with its folder: can be killed, paused and started again. It dies with this JVM, also when
 * this JVM is killed with {@code kill -9}; only the folder stays then.
 *
 * <p>One thread starts and stops a server; {@link #kill()}, {@link #pause()}, {@link #resume()} and {@link #close()} may come from
 * any thread. Every wait ends after 20 s at the latest, with a {@link ServerException} that shows the end of the log.
 */
public final class ServerProcess implements AutoCloseable {
    /**
     * The shell becomes the server, so that the process id is the server's. Before, it leaves a watcher behind that waits for the
     * end of standard input: this JVM holds the other end of that pipe, and the kernel closes it however the JVM ends.
     */
    private static final String WATCHED = """
            exec 3<&0 </dev/null
            ( { trap '' HUP INT TERM; read -r line <&3; kill -9 $$; } >/dev/null 2>&1 & )
            exec "$@" 3<&-
            """;

    /** In the words of C programs, Go and Java alike. */
    private static final Pattern PORT_TAKEN = Pattern.compile("address already in use", Pattern.CASE_INSENSITIVE);

    private final String name;
    private final ServerFolder folder;
    private final List<String> command;
    private final ReadyCheck ready;
    private final Thread hook = new Thread(this::endQuietly, "holdfast-server-end");

    // Mutable state
    private volatile @Nullable Process process;

    /**
     * Describes a server and starts nothing.
     *
     * @param name how messages call it
     * @param folder where it works and logs; closed with this object
     * @param command the server itself, not a script that starts it elsewhere: it must stay in the foreground
     * @param ready when it counts as started
     */
    public ServerProcess(String name, ServerFolder folder, List<String> command, ReadyCheck ready) {
        this.name = requireNonNull(name, "name");
        this.folder = requireNonNull(folder, "folder");
        this.command = List.copyOf(command);
        this.ready = requireNonNull(ready, "ready");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /**
     * Starts the server, for the first time or again in the same folder, and blocks until it is ready.
     *
     * @throws ServerException if it ends or is not ready within 20 s; it does not run then
     * @throws IllegalStateException if it runs already
     */
    public void start() {
        if (isRunning()) {
            throw new IllegalStateException(name + " runs already, as process " + pid());
        }
        int logged = folder.logLines().size();
        Process started = launch();
        process = started;
        try {
            Await.until(name + " is ready", () -> {
                checkRunning(started, logged);
                return ready.isReady() && started.isAlive();
            }, this::details);
        } catch (RuntimeException failed) {
            kill();
            throw failed;
        }
    }

    /** Whether there is a process, paused or not. */
    public boolean isRunning() {
        Process current = process;
        return current != null && current.isAlive();
    }

    /**
     * The process id of the server, or of its last run.
     *
     * @throws IllegalStateException if it was never started
     */
    public long pid() {
        return current().pid();
    }

    /** Ends the server at once (SIGKILL) and blocks until it is gone. Does nothing if it does not run. */
    public void kill() {
        Process current = process;
        if (current != null) {
            awaitEnd(current.destroyForcibly());
        }
    }

    /** Asks the server to end in good order (SIGTERM) and blocks until it is gone. Does nothing if it does not run. */
    public void stop() {
        Process current = process;
        if (current != null && current.isAlive()) {
            // Not destroy(): that closes the pipe as well, and the watcher would kill the server before it has saved its data.
            signal("TERM");
            resume();
            awaitEnd(current);
        }
    }

    /** Stops the server's clock (SIGSTOP): it keeps its connections, and answers nothing until {@link #resume()}. */
    public void pause() {
        signal("STOP");
        Await.until(name + " is paused", () -> isPaused(pid()), this::details);
    }

    /** Lets a paused server go on (SIGCONT). */
    public void resume() {
        signal("CONT");
    }

    /** Where it works and logs. */
    public ServerFolder folder() {
        return folder;
    }

    /** Kills the server and removes its folder. May be called twice. */
    @Override
    public void close() {
        kill();
        folder.close();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shutdownHasBegun) {
            // The hook finds nothing left to do.
        }
    }

    /** What to put behind a message on this server. */
    String details() {
        return folder.logTail();
    }

    private Process launch() {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", WATCHED, "holdfast-" + name));
        words.addAll(command);
        try {
            return new ProcessBuilder(words).directory(folder.path().toFile()).redirectErrorStream(true)
                    .redirectOutput(Redirect.appendTo(folder.log().toFile())).start();
        } catch (IOException failed) {
            throw new ServerException("can't start " + name + ": " + failed.getMessage() + details(), failed);
        }
    }

    private void checkRunning(Process started, int logged) {
        if (started.isAlive()) {
            return;
        }
        String message = name + " ended with exit code " + started.exitValue() + " before it was ready" + details();
        List<String> lines = folder.logLines();
        if (lines.subList(logged, lines.size()).stream().anyMatch(line -> PORT_TAKEN.matcher(line).find())) {
            throw new PortTakenException(message);
        }
        throw new ServerException(message);
    }

    private void awaitEnd(Process ending) {
        if (!Await.end(ending)) {
            throw new ServerException(name + ", process " + ending.pid() + ", did not end within 20 s" + details());
        }
    }

    private void signal(String signal) {
        Process current = current();
        if (!current.isAlive()) {
            throw new ServerException(name + " does not run, so there is nothing to send SIG" + signal + " to" + details());
        }
        try {
            // The shell's own kill: the program of that name is a package of its own and may be missing.
            Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + current.pid()).start();
            awaitEnd(kill);
        } catch (IOException failed) {
            throw new ServerException("can't send SIG" + signal + " to " + name + ": " + failed.getMessage() + details(), failed);
        }
    }

    /** Where there is no /proc, the signal was sent and has to do. */
    private static boolean isPaused(long pid) throws IOException {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        if (!Files.exists(stat)) {
            return true;
        }
        String line = Files.readString(stat);
        return line.startsWith("T", line.lastIndexOf(')') + 2);
    }

    private Process current() {
        Process current = process;
        if (current == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return current;
    }

    private void endQuietly() {
        try {
            close();
        } catch (ServerException failed) {
            System.err.println(failed.getMessage());
        }
    }
}
