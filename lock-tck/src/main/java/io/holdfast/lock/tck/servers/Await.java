package io.holdfast.lock.tck.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for a condition, but never for ever. */
final class Await {
    static final Duration LIMIT = Duration.ofSeconds(20);

    private Await() {}

    /** A look that may find something. */
    interface Look<T> {
        Optional<T> look() throws IOException;
    }

    static void until(String what, ReadyCheck check, Supplier<String> details) {
        some(what, () -> check.isReady() ? Optional.of(what) : Optional.empty(), details);
    }

    /** Looks again and again; an IOException counts as not yet. The details are asked for when the time is over. */
    static <T> T some(String what, Look<T> look, Supplier<String> details) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            IOException last = null;
            try {
                Optional<T> found = look.look();
                if (found.isPresent()) {
                    return found.get();
                }
            } catch (IOException notYet) {
                last = notYet;
            }
            if (System.nanoTime() - end > 0) {
                throw new ServerException("not within " + LIMIT.toSeconds() + " s: " + what + because(last) + details.get(), last);
            }
            pause(what);
        }
    }

    /** Whether a process that has been told to end does so. Not to be interrupted: a test that was must still clean up. */
    static boolean end(Process process) {
        long end = System.nanoTime() + LIMIT.toNanos();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static String because(@Nullable IOException last) {
        return last == null ? "" : " (" + last.getMessage() + ")";
    }

    private static void pause(String what) {
        try {
            TimeUnit.MILLISECONDS.sleep(5);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ServerException("interrupted while waiting: " + what, interrupted);
        }
    }
}
