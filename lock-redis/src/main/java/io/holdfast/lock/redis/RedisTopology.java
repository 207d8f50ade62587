package io.holdfast.lock.redis;

/** How servers are arranged. */
enum RedisTopology {
    /** One server, or one address behind which somebody else arranges them. */
    SINGLE("redis"),
    /** A master with replicas, and sentinels that know which one it is. */
    SENTINEL("redis+sentinel"),
    /** Several masters, each with a part of the keys. */
    CLUSTER("redis+cluster");

    private final String backend;

    RedisTopology(String backend) {
        this.backend = backend;
    }

    /** What a backend on it is called. */
    String backend() {
        return backend;
    }
}
