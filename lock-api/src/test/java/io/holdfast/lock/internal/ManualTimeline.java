package io.holdfast.lock.internal;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Time that passes only when a test says so. Tasks run on the thread that lets it pass, in the order they are due. */
public final class ManualTimeline implements Timeline {
    private record Task(long at, long number, Runnable what) {}

    private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::number));
    // Close to the overflow of the clock, so that every comparison by size instead of by difference is found out.
    private long now = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();
    private final long origin = now;
    private long counter;

    @Override
    public synchronized long nanos() {
        return now;
    }

    @Override
    public synchronized Timer after(long delayNanos, Runnable task) {
        Task timed = new Task(now - origin + delayNanos, counter++, task);
        tasks.add(timed);
        return () -> cancel(timed);
    }

    @Override
    public synchronized void close() {
        tasks.clear();
    }

    public void advance(Duration duration) {
        long end = nanos() - origin + duration.toNanos();
        for (Task task = due(end); task != null; task = due(end)) {
            task.what.run();
        }
        synchronized (this) {
            now = origin + end;
        }
    }

    public synchronized int pending() {
        return tasks.size();
    }

    private synchronized void cancel(Task task) {
        tasks.remove(task);
    }

    private synchronized @Nullable Task due(long end) {
        Task first = tasks.peek();
        if (first == null || first.at > end) {
            return null;
        }
        tasks.remove();
        now = origin + Math.max(first.at, now - origin);
        return first;
    }
}
