package io.holdfast.lock.redis;

import java.util.Arrays;

/**
 * What the keys of a lock are called. All keys of a name carry the hash tag of its bucket, so they are in one slot of a cluster.
 *
 * <p>There are 32 buckets, not one per name, for two reasons. The last token of a bucket is kept in a key of its own; one such key
 * per name would stay for every name ever used. And a script on a cluster may touch one slot only; with few slots many holds can
 * be renewed together. The layout is the same on a single server, so that it does not matter how a client reaches it.
 */
final class Keyspace {
    /**
     * The hash tag of each bucket: number i lies in the i-th of 32 equal parts of a cluster's slots, so that the buckets are spread
     * evenly over masters that have a range of slots each.
     */
    private static final String[] TAGS = {
        "10", "113", "21", "3", "61", "72", "50", "43", "11", "112", "20", "2", "60", "73", "51", "42",
        "12", "111", "23", "1", "63", "70", "52", "41", "13", "110", "22", "0", "62", "71", "53", "40",
    };

    static final int BUCKETS = TAGS.length;

    private final String prefix;
    private final String[] starts;
    private final String[] marks;

    Keyspace(String prefix) {
        this.prefix = prefix;
        this.starts = Arrays.stream(TAGS).map(tag -> prefix + ":{" + tag + "}:").toArray(String[]::new);
        this.marks = Arrays.stream(starts).map(start -> start + "token").toArray(String[]::new);
    }

    /** The keys of one lock. The name stands at the end, so that no two names can make the same key. */
    record LockKeys(int bucket, String lock, String line, String mark) {
        /** As most scripts take them. */
        String[] all() {
            return new String[] {lock, line, mark};
        }
    }

    LockKeys of(String name) {
        int bucket = bucket(name);
        return new LockKeys(bucket, starts[bucket] + "lock:" + name, starts[bucket] + "line:" + name, marks[bucket]);
    }

    /** The keys of the lock that this is the lock key of. */
    LockKeys ofLockKey(String lockKey) {
        String end = "}:lock:";
        return of(lockKey.substring(lockKey.indexOf(end) + end.length()));
    }

    /** The key that says that a client lives. */
    String alive(int bucket, String client) {
        return starts[bucket] + "alive:" + client;
    }

    /** The channel on which a client is told of grants, for a server that is not part of a cluster. */
    String inbox(String client) {
        return prefix + ":inbox:" + client;
    }

    /** The same for a cluster, in the slot of the bucket. */
    String inbox(int bucket, String client) {
        return starts[bucket] + "inbox:" + client;
    }

    static String tag(int bucket) {
        return TAGS[bucket];
    }

    /** String.hashCode() is the same in every JVM, which is what matters here. */
    private static int bucket(String name) {
        int hash = name.hashCode() * 0x9E3779B1;
        return hash >>> 27;
    }
}
