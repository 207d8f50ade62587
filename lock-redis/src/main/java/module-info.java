/** Locks on Redis and Valkey. */
// Redisson is an automatic module; javac warns whenever one is passed on.
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"})
module io.holdfast.lock.redis {
    requires transitive io.holdfast.lock;
    requires transitive redisson;
    requires io.netty.common;
    requires io.netty.transport;
    // Redisson needs these and, being no module itself, does not say so.
    requires io.netty.buffer;
    requires io.netty.codec;
    requires io.netty.handler;
    requires io.netty.resolver.dns;
    requires net.bytebuddy;
    requires org.slf4j;
    requires org.yaml.snakeyaml;
    requires static org.jspecify;

    exports io.holdfast.lock.redis;

    provides io.holdfast.lock.spi.LockBackendProvider with
            io.holdfast.lock.redis.RedisLockBackendProvider;
}
