package io.holdfast.lock.bench.compare;

/** A contender's connection to the server, one for each worker JVM, and as long-lived as that. Thread safe. */
public interface Session {
    /** The lock of this name, for the calling thread alone. */
    ThreadLock lock(String name);

    /** A lock as one thread sees it: acquired and released in turn, and never used by another thread. */
    interface ThreadLock {
        /** Waits until the lock is ours. */
        void acquire() throws Exception;

        /** Gives it back, and returns when the library says that it is done. */
        void release() throws Exception;
    }
}
