package io.holdfast.lock.tck.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One run of a server's process, from its launch to its end. */
final class ServerRun {
    /**
     * The shell becomes the server, so that the process id is the server's. Before, it leaves a watcher behind that waits for the
     * end of standard input: this JVM holds the other end of that pipe, and the kernel closes it however the JVM ends.
     */
    private static final String WATCHED = """
            exec 3<&0 </dev/null
            ( { trap '' HUP INT TERM; read -r line <&3; kill -9 $$; } >/dev/null 2>&1 & )
            exec "$@" 3<&-
            """;

    private final Process process;

    ServerRun(Process process) {
        this.process = process;
    }

    static ServerRun launch(List<String> command, Map<String, String> environment, ServerFolder folder) throws IOException {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", WATCHED, "holdfast"));
        words.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(words).directory(folder.path().toFile()).redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(folder.log().toFile()));
        builder.environment().putAll(environment);
        return new ServerRun(builder.start());
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** Whether it is gone within the limit. */
    boolean kill() {
        return Await.end(process.destroyForcibly());
    }

    /** Whether it is gone within the limit. A paused process hears the signal when it goes on. */
    boolean terminate() throws IOException {
        // Not destroy(): that closes the pipe as well, and the watcher would kill the server before it has saved its data.
        signal("TERM");
        signal("CONT");
        return Await.end(process);
    }

    /** By the shell's own kill: the program of that name is a package of its own and may be missing. */
    void signal(String signal) throws IOException {
        Process kill = new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + pid()).redirectErrorStream(true).start();
        Await.end(kill);
        // It may have ended by itself, or because of the signal before.
        if (kill.exitValue() != 0 && isAlive()) {
            throw new IOException(new String(kill.getInputStream().readAllBytes(), UTF_8).strip());
        }
    }

    /** Where there is no /proc to look at, the signal that was sent has to do. */
    boolean isPaused() throws IOException {
        Path stat = Path.of("/proc", Long.toString(pid()), "stat");
        if (!Files.exists(stat)) {
            return true;
        }
        String line = Files.readString(stat);
        return line.startsWith("T", line.lastIndexOf(')') + 2);
    }
}
