package io.holdfast.lock.redis;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;

/** Runs what it is given on the thread that gives it. What our connections give it takes a moment and never blocks. */
final class InlineExecutor extends AbstractExecutorService {
    static final InlineExecutor INSTANCE = new InlineExecutor();

    private InlineExecutor() {}

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long time, TimeUnit unit) {
        return false;
    }
}
