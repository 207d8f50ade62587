package io.holdfast.lock.internal;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Where user code runs: never on the timer, on a backend's thread, or under a lock of the engine. */
final class Callbacks implements Executor, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Callbacks.class.getName());
    /** Callbacks that block each other's locks must not use up the pool, and a burst must not start thousands of threads. */
    private static final int MOST_THREADS = 64;

    private final Executor executor;
    private final @Nullable ExecutorService own;

    Callbacks(@Nullable Executor given, String threadName) {
        own = given == null ? pool(threadName) : null;
        executor = given == null ? requireNonNull(own) : given;
    }

    /** Runs the task even if the user's executor is full or shut down, because somebody may be waiting for it. */
    @Override
    public void execute(Runnable task) {
        Runnable logged = () -> runLogged(task);
        try {
            executor.execute(logged);
        } catch (RuntimeException refused) {
            ForkJoinPool.commonPool().execute(logged);
        }
    }

    /** Lets what has been handed over run to its end. */
    @Override
    public void close() {
        if (own != null) {
            own.shutdown();
        }
    }

    /** Grows with what is to be done at once, queues beyond that, and has no thread when there is nothing to do. */
    private static ExecutorService pool(String threadName) {
        LinkedTransferQueue<Runnable> queue = new LinkedTransferQueue<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public boolean offer(Runnable task) {
                return tryTransfer(task);
            }
        };
        return new ThreadPoolExecutor(0, MOST_THREADS, 2, TimeUnit.SECONDS, queue, task -> daemon(task, threadName), (task, pool) -> {
            if (pool.isShutdown()) {
                throw new RejectedExecutionException("closed");
            }
            queue.put(task);
        });
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "A callback failed", e);
        }
    }
}
