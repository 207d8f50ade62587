package io.holdfast.lock.tck.servers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A wall clock that jumps when a test says so, for processes that are started under it:
 *
 * <pre>{@code
 * try (FakeClock clock = new FakeClock(); RedisServer redis = Servers.redis(clock)) {
 *     clock.jump(Duration.ofHours(1));
 *     clock.jump(Duration.ofHours(-2));
 * }
 * }</pre>
 *
 * <p>Only the time of day moves. The monotonic clock stays true, and with it {@code System.nanoTime}, {@code Thread.sleep} and every
 * wait for a span of time. Differs from the system's own clock in one thing: a wait <em>until</em> a time of day
 * ({@code LockSupport.parkUntil}) that is under way does not notice a jump.
 *
 * <p>By libfaketime, of the Debian package of that name. The processes may be several; they have the same time. Thread safe.
 */
public final class FakeClock implements AutoCloseable {
    private final ServerFolder folder = new ServerFolder("clock");
    private final Path offsetFile = folder.path().resolve("offset");
    private final Map<String, String> environment;
    private final Process keeper;

    // Mutable state, guarded by this
    private Duration offset = Duration.ZERO;

    /**
     * A clock that is right until it jumps.
     *
     * @throws ServerException if libfaketime is not installed; the message says how to get it
     */
    public FakeClock() {
        this(Library.FAKETIME);
    }

    FakeClock(Library library) {
        try {
            Map<String, String> variables = variables(library.find());
            write();
            keeper = startKeeper(variables);
            variables.put("FAKETIME_SHARED", "/faketime_sem_%1$d /faketime_shm_%1$d".formatted(keeper.pid()));
            environment = Map.copyOf(variables);
        } catch (RuntimeException failed) {
            folder.close();
            throw failed;
        }
    }

    /**
     * Moves the clock of all processes under it. They see it the next time that they ask for the time.
     *
     * @param by how far in whole seconds; negative to set the clock back
     * @throws IllegalArgumentException if there is a fraction of a second: how that is written depends on each process's locale
     */
    public synchronized void jump(Duration by) {
        if (requireNonNull(by, "by").getNano() != 0) {
            throw new IllegalArgumentException("whole seconds only, not " + by);
        }
        offset = offset.plus(by);
        write();
    }

    /** How far the clock is ahead of the system's, over all jumps. Negative if it is behind. */
    public synchronized Duration offset() {
        return offset;
    }

    /** What a process has to have in its environment to run under this clock, besides what it has anyway. */
    public Map<String, String> environment() {
        return environment;
    }

    /** For when the processes under it have ended: what time they see from here on is not defined. May be called twice. */
    @Override
    public void close() {
        try (folder) {
            keeper.getOutputStream().close();
        } catch (IOException alreadyGone) {
            // Then there is nothing to end.
        }
        Await.end(keeper);
    }

    private Map<String, String> variables(Path library) {
        Map<String, String> variables = new HashMap<>();
        // The C library's malloc in front of the program's own: Debian's Redis brings jemalloc, which asks for the time when it is
        // asked for memory, and this library asks for memory when it is first asked for the time.
        variables.put("LD_PRELOAD", library + ":libc.so.6");
        variables.put("FAKETIME_TIMESTAMP_FILE", offsetFile.toString());
        // It would look at the file every ten seconds only.
        variables.put("FAKETIME_NO_CACHE", "1");
        variables.put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        // Chosen by itself with the glibc of Debian 12, this "fix" ends a JVM's waits at once where the monotonic clock is not faked.
        variables.put("FAKETIME_FORCE_MONOTONIC_FIX", "0");
        // The times of files are nobody's concern here, and to fake them takes a semaphore that a killed process would keep.
        variables.put("NO_FAKE_STAT", "1");
        return variables;
    }

    /**
     * The first process under the clock, which ends in good order, also when this JVM is killed. That one makes the semaphore and the
     * shared memory that the library wants, and removes them; the servers of tests are killed and would leave theirs behind.
     */
    private static Process startKeeper(Map<String, String> variables) {
        try {
            ProcessBuilder cat = new ProcessBuilder("/bin/cat").redirectError(Redirect.INHERIT);
            cat.environment().putAll(variables);
            Process keeper = cat.start();
            keeper.getOutputStream().write('\n');
            keeper.getOutputStream().flush();
            if (keeper.getInputStream().read() < 0) {
                throw new ServerException("/bin/cat can't run under " + variables.get("LD_PRELOAD"));
            }
            return keeper;
        } catch (IOException failed) {
            throw new ServerException("/bin/cat can't be started: " + failed.getMessage(), failed);
        }
    }

    /** In one step, because a process may read it at any time. */
    private void write() {
        Path next = folder.write("offset.next", List.of("%+d".formatted(offset.toSeconds())));
        try {
            Files.move(next, offsetFile, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failed) {
            throw new ServerException("can't move the clock: " + failed.getMessage(), failed);
        }
    }
}
