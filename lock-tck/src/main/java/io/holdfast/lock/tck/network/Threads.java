package io.holdfast.lock.tck.network;

/** Starts nothing that keeps the JVM alive, and waits for the end of what was told to end. */
final class Threads {
    private Threads() {}

    static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Not to be interrupted: a test that was must still clean up. Returns at once for a thread that was never started. */
    static void awaitEnd(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
