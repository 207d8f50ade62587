package io.holdfast.lock.tck;

import java.util.concurrent.Executor;

/** Virtual threads of the JVM that runs the kit, which is compiled for one that has none. */
final class VirtualExecutor {
    private VirtualExecutor() {}

    /** A new virtual thread for each task. */
    static Executor executor() {
        return VirtualExecutor::start;
    }

    private static void start(Runnable task) {
        try {
            Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        } catch (ReflectiveOperationException missing) {
            throw new IllegalStateException("this JVM has no virtual threads", missing);
        }
    }
}
