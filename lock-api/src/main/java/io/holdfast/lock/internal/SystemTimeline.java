package io.holdfast.lock.internal;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The real clock, and one daemon thread that exists only while something is to be timed. */
public final class SystemTimeline implements Timeline {
    private static final System.Logger LOG = System.getLogger(SystemTimeline.class.getName());

    private final ScheduledThreadPoolExecutor executor;

    public SystemTimeline(String threadName) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, threadName);
            thread.setDaemon(true);
            return thread;
        });
        executor.setRemoveOnCancelPolicy(true);
        executor.setKeepAliveTime(5, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        // After close, a late request is dropped instead of thrown at whoever happened to make it.
        executor.setRejectedExecutionHandler((task, pool) -> {});
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Timer after(long delayNanos, Runnable task) {
        ScheduledFuture<?> future = executor.schedule(() -> runLogged(task), delayNanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    private static void runLogged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.log(System.Logger.Level.ERROR, "A timed task failed", e);
        }
    }
}
