package io.holdfast.lock.bench.redis;

/** The two scripts of a lock that does nothing else, and how they are called. */
interface LimitScripts {
    /** The Lua text that takes a free lock. */
    String acquire();

    /** The Lua text that gives it back. */
    String release();

    /**
     * What stands behind the script in the call: number of keys, keys, arguments.
     *
     * @param id one that no other acquisition has
     */
    Object[] acquireParameters(String name, String id);

    /** The same for the release of that acquisition. */
    Object[] releaseParameters(String name, String id);

    /** Whether this answer of the acquire script says that the lock is ours. */
    boolean isGranted(Object answer);

    /** Whether this answer of the release script says that the lock was ours. */
    boolean isReleased(Object answer);
}
