package io.holdfast.lock.bench.redis;

import io.holdfast.lock.bench.compare.Peer;
import io.holdfast.lock.bench.compare.Session;
import java.net.URI;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/** Spring Integration's lock registry, over Lettuce as Spring Boot would set it up. */
final class SpringPeers {
    /** The default: asks again every 100 ms. */
    static final Peer SPIN_LOCK = new Peer("Spring SPIN_LOCK", true, url -> open(url, RedisLockType.SPIN_LOCK));

    /** Waits for a message. */
    static final Peer PUB_SUB_LOCK = new Peer("Spring PUB_SUB_LOCK", true, url -> open(url, RedisLockType.PUB_SUB_LOCK));

    private SpringPeers() {}

    private static Session open(String url, RedisLockType type) {
        URI server = URI.create(url);
        LettuceConnectionFactory connections = new LettuceConnectionFactory(server.getHost(), server.getPort());
        connections.afterPropertiesSet();
        connections.start();
        RedisLockRegistry registry = new RedisLockRegistry(connections, "bench-" + type);
        registry.setRedisLockType(type);
        return name -> new JavaLock(registry.obtain(name));
    }
}
