package io.holdfast.lock.bench.redis;

import io.holdfast.lock.bench.compare.Peer;
import io.holdfast.lock.bench.compare.Session;
import org.redisson.Redisson;
import org.redisson.api.RFencedLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's locks, without a lease time, so that its watchdog renews them. */
final class RedissonPeers {
    /** The one that everybody uses. */
    static final Peer LOCK = new Peer("Redisson RLock", true, url -> {
        RedissonClient client = connect(url);
        return name -> new JavaLock(client.getLock(name));
    });

    /** First come, first served. */
    static final Peer FAIR_LOCK = new Peer("Redisson RFairLock", true, url -> {
        RedissonClient client = connect(url);
        return name -> new JavaLock(client.getFairLock(name));
    });

    /** With a fencing token, as every lock of Holdfast. */
    static final Peer FENCED_LOCK = new Peer("Redisson RFencedLock", true, url -> {
        RedissonClient client = connect(url);
        return name -> new FencedLock(client.getFencedLock(name));
    });

    private RedissonPeers() {}

    private static RedissonClient connect(String url) {
        Config config = new Config();
        config.useSingleServer().setAddress(url);
        return Redisson.create(config);
    }

    private record FencedLock(RFencedLock lock) implements Session.ThreadLock {
        @Override
        public void acquire() {
            lock.lockAndGetToken();
        }

        @Override
        public void release() {
            lock.unlock();
        }
    }
}
