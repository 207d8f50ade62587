package io.holdfast.lock.tck.servers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A server as a process of its own, with its folder: can be killed, paused and started again. It dies with this JVM, also when
 * this JVM is killed with {@code kill -9}, and so does its folder.
 *
 * <p>One thread starts and stops a server; {@link #kill()}, {@link #pause()}, {@link #resume()} and {@link #close()} may come from
 * any thread. Every wait ends after 20 s at the latest, with a {@link ServerException} that shows the end of the log.
 */
public final class ServerProcess implements AutoCloseable {
    /** In the words of C programs, Go and Java alike. */
    private static final Pattern PORT_TAKEN = Pattern.compile("address already in use", Pattern.CASE_INSENSITIVE);

    private final String name;
    private final ServerFolder folder;
    private final List<String> command;
    private final Map<String, String> environment;
    private final ReadyCheck ready;
    private final Thread hook = new Thread(this::closeAtTheEnd, "holdfast-server-end");

    // Mutable state
    private volatile @Nullable ServerRun run;

    /**
     * Describes a server and starts nothing.
     *
     * @param name how messages call it
     * @param folder where it works and logs; closed with this object
     * @param command the server itself, not a script that starts it elsewhere: it must stay in the foreground
     * @param ready when it counts as started
     */
    public ServerProcess(String name, ServerFolder folder, List<String> command, ReadyCheck ready) {
        this(name, folder, command, Map.of(), ready);
    }

    /**
     * The same with variables in its environment, such as those of a {@link FakeClock}.
     *
     * @param name how messages call it
     * @param folder where it works and logs; closed with this object
     * @param command the server itself, not a script that starts it elsewhere: it must stay in the foreground
     * @param environment added to what this JVM has in its own
     * @param ready when it counts as started
     */
    public ServerProcess(String name, ServerFolder folder, List<String> command, Map<String, String> environment, ReadyCheck ready) {
        this.name = requireNonNull(name, "name");
        this.folder = requireNonNull(folder, "folder");
        this.command = List.copyOf(command);
        this.environment = Map.copyOf(environment);
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
        ServerRun started = launch();
        run = started;
        try {
            Await.until(name + " is ready", () -> {
                checkAlive(started, logged);
                return ready.isReady() && started.isAlive();
            }, folder::logTail);
        } catch (RuntimeException failed) {
            kill();
            throw failed;
        }
    }

    /** Whether there is a process, paused or not. */
    public boolean isRunning() {
        ServerRun current = run;
        return current != null && current.isAlive();
    }

    /**
     * The process id of the server, or of its last run.
     *
     * @throws IllegalStateException if it was never started
     */
    public long pid() {
        ServerRun current = run;
        if (current == null) {
            throw new IllegalStateException(name + " was never started");
        }
        return current.pid();
    }

    /** Ends the server at once (SIGKILL) and blocks until it is gone. Does nothing if it does not run. */
    public void kill() {
        ServerRun current = run;
        if (current != null && !current.kill()) {
            throw trouble("SIGKILL did not end it", null);
        }
    }

    /** Asks the server to end in good order (SIGTERM) and blocks until it is gone. Does nothing if it does not run. */
    public void stop() {
        if (!isRunning()) {
            return;
        }
        try {
            if (!living().terminate()) {
                throw trouble("SIGTERM did not end it within 20 s", null);
            }
        } catch (IOException failed) {
            throw trouble(failed.getMessage(), failed);
        }
    }

    /** Stops the server's clock (SIGSTOP): it keeps its connections, and answers nothing until {@link #resume()}. */
    public void pause() {
        signal("STOP");
        Await.until(name + " is paused", living()::isPaused, folder::logTail);
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
        if (Thread.currentThread() != hook) {
            forgetHook();
        }
    }

    private ServerRun launch() {
        try {
            return ServerRun.launch(command, environment, folder);
        } catch (IOException failed) {
            throw trouble("can't be started: " + failed.getMessage(), failed);
        }
    }

    private void checkAlive(ServerRun started, int logged) {
        if (started.isAlive()) {
            return;
        }
        ServerException ended = trouble("ended with exit code " + started.exitCode() + " before it was ready", null);
        boolean portTaken = folder.logLines().stream().skip(logged).anyMatch(line -> PORT_TAKEN.matcher(line).find());
        throw portTaken ? new PortTakenException(ended.getMessage()) : ended;
    }

    private void signal(String signal) {
        try {
            living().signal(signal);
        } catch (IOException failed) {
            throw trouble("SIG" + signal + " can't be sent: " + failed.getMessage(), failed);
        }
    }

    private ServerRun living() {
        ServerRun current = run;
        if (current == null || !current.isAlive()) {
            throw trouble("does not run", null);
        }
        return current;
    }

    private ServerException trouble(String what, @Nullable Throwable cause) {
        return new ServerException(name + ": " + what + folder.logTail(), cause);
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shutdownHasBegun) {
            // The hook finds nothing left to do.
        }
    }

    private void closeAtTheEnd() {
        try {
            close();
        } catch (ServerException failed) {
            System.err.println(failed.getMessage());
        }
    }
}
