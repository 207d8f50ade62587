package io.holdfast.lock.internal;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Where user code runs: never on the timer, on a backend's thread, or under a lock of the engine. */
final class Callbacks implements Executor, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Callbacks.class.getName());
    private static final int THREADS = 4;

    private final Executor executor;
    private final @Nullable ExecutorService own;

    Callbacks(@Nullable Executor given, String threadName) {
        own = given == null ? pool(threadName) : null;
        executor = given == null ? requireNonNull(own) : given;
    }

    /** Runs the task even if the executor has been shut down, because somebody may be waiting for it. */
    @Override
    public void execute(Runnable task) {
        Runnable logged = () -> runLogged(task);
        try {
            executor.execute(logged);
        } catch (RejectedExecutionException shutDown) {
            logged.run();
        }
    }

    /** Lets what has been handed over run to its end. */
    @Override
    public void close() {
        if (own != null) {
            own.shutdown();
        }
    }

    private static ExecutorService pool(String threadName) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(THREADS, THREADS, 2, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "A callback failed", e);
        }
    }
}
