package io.holdfast.lock.redis;

/** How servers are arranged. */
enum RedisTopology {
    /** One server, or one address behind which somebody else arranges them. */
    SINGLE,
    /** A master with replicas, and sentinels that know which one it is. */
    SENTINEL,
    /** Several masters, each with a part of the keys. */
    CLUSTER
}
