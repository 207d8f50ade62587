package io.holdfast.lock.tck.servers;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/**
 * Removes a folder, or ends a process, when this JVM is killed and can't do it itself: whoever interrupts a build does just that. A
 * shell that waits for the end of its standard input; a line tells it that there is nothing to do.
 */
final class Janitor {
    /** The second attempt is for a server that still writes while it is being killed. */
    private static final String WAIT_AND_REMOVE = """
            trap '' HUP INT TERM
            read -r line || rm -rf "$1" || { sleep 1; rm -rf "$1"; }
            """;
    private static final String WAIT_AND_KILL = """
            trap '' HUP INT TERM
            read -r line || kill -9 "$1"
            """;

    private final Process shell;

    private Janitor(Process shell) {
        this.shell = shell;
    }

    static Janitor of(Path folder) throws IOException {
        return start(WAIT_AND_REMOVE, folder.toString());
    }

    static Janitor of(Process process) throws IOException {
        return start(WAIT_AND_KILL, Long.toString(process.pid()));
    }

    void dismiss() {
        try (OutputStream line = shell.getOutputStream()) {
            line.write('\n');
        } catch (IOException alreadyGone) {
            return;
        }
        Await.end(shell);
    }

    private static Janitor start(String script, String argument) throws IOException {
        return new Janitor(new ProcessBuilder("/bin/sh", "-c", script, "holdfast-janitor", argument)
                .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start());
    }
}
