package io.holdfast.lock.tck.servers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The temporary folder of one server: its configuration, its data and its log. {@link #close()} removes it, unless the system
 * property {@value #KEEP} is {@code true}. If this JVM is killed before, the folder goes or stays likewise.
 */
public final class ServerFolder implements AutoCloseable {
    /** The system property that keeps folders with all that is in them. */
    public static final String KEEP = "holdfast.servers.keep";

    private static final int TAIL = 30;

    private static final Set<ServerFolder> OPEN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final Optional<Janitor> janitor;

    /**
     * A new folder that only this user can read.
     *
     * @param name the kind of server; becomes part of the folder's name
     * @throws ServerException if it can't be made
     */
    public ServerFolder(String name) {
        try {
            path = Files.createTempDirectory("holdfast-" + requireNonNull(name, "name") + "-");
            janitor = Boolean.getBoolean(KEEP) ? Optional.empty() : Optional.of(Janitor.of(path));
        } catch (IOException failed) {
            throw new ServerException("no folder for " + name + ": " + failed.getMessage(), failed);
        }
        OPEN.add(this);
    }

    /**
     * Copies the logs of all servers and processes that are open now, for whoever has to find out why a test failed.
     *
     * @param target a folder, which is made if there is none and there are logs
     * @return how many logs were copied
     * @throws IOException if one can't be
     */
    public static int copyLogs(Path target) throws IOException {
        int copied = 0;
        for (ServerFolder folder : OPEN) {
            if (Files.exists(folder.log()) && Files.size(folder.log()) > 0) {
                Files.createDirectories(target);
                Files.copy(folder.log(), target.resolve(folder.path.getFileName() + ".log"), StandardCopyOption.REPLACE_EXISTING);
                copied++;
            }
        }
        return copied;
    }

    /** The folder. */
    public Path path() {
        return path;
    }

    /** Where the server's output goes, over all its starts. */
    public Path log() {
        return path.resolve("server.log");
    }

    /**
     * Writes a file of text, such as the server's configuration.
     *
     * @param name the name of the file in this folder
     * @param lines its content
     * @return its path
     * @throws ServerException if it can't be written
     */
    public Path write(String name, List<String> lines) {
        try {
            return Files.write(path.resolve(name), lines, StandardCharsets.UTF_8);
        } catch (IOException failed) {
            throw new ServerException("can't write " + name + " in " + path + ": " + failed.getMessage(), failed);
        }
    }

    /** Removes the folder with all that is in it, or leaves it where it is if {@value #KEEP} says so. */
    @Override
    public void close() {
        OPEN.remove(this);
        if (!Boolean.getBoolean(KEEP) && Files.exists(path)) {
            remove();
        }
        janitor.ifPresent(Janitor::dismiss);
    }

    /** The end of the log and its place, to be put behind a message. */
    String logTail() {
        List<String> lines = logLines();
        String hint = Boolean.getBoolean(KEEP) ? "" : " (removed on close unless -D" + KEEP + "=true)";
        return "\n---- the end of " + log() + hint + "\n"
                + String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size())) + "\n----";
    }

    List<String> logLines() {
        if (!Files.exists(log())) {
            return List.of();
        }
        try {
            // Not UTF-8: what a server logs may be anything, and must be readable in any case.
            return Files.readAllLines(log(), StandardCharsets.ISO_8859_1);
        } catch (IOException unreadable) {
            return List.of("(" + unreadable + ")");
        }
    }

    private void remove() {
        try (Stream<Path> all = Files.walk(path)) {
            for (Path one : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(one);
            }
        } catch (IOException failed) {
            throw new ServerException("can't remove " + path + ": " + failed.getMessage(), failed);
        }
    }
}
