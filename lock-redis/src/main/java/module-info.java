/** Locks on Redis and Valkey. */
// Redisson is an automatic module; javac warns whenever one is passed on.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.holdfast.lock.redis {
    requires transitive io.holdfast.lock;
    requires transitive redisson;
    requires io.netty.common;
    requires io.netty.transport;
    requires static org.jspecify;

    exports io.holdfast.lock.redis;

    provides io.holdfast.lock.spi.LockBackendProvider with
            io.holdfast.lock.redis.RedisLockBackendProvider;
}
