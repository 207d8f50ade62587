package io.holdfast.lock.bench.redis;

import io.holdfast.lock.bench.compare.Peer;
import io.holdfast.lock.bench.compare.Session;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.jedis4.JedisLockProvider;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.JedisPool;

/** ShedLock over Jedis. Made for jobs that are left out if another instance runs them, so it never waits. */
final class ShedLockPeer {
    static final Peer SHED_LOCK = new Peer("ShedLock", false, ShedLockPeer::open);

    private ShedLockPeer() {}

    private static Session open(String url) {
        URI server = URI.create(url);
        LockProvider provider = new JedisLockProvider(new JedisPool(server.getHost(), server.getPort()));
        return name -> new JobLock(provider, name);
    }

    private static final class JobLock implements Session.ThreadLock {
        private static final Duration AT_MOST = Duration.ofSeconds(30);

        private final LockProvider provider;
        private final String name;

        // Mutable state, of one thread
        private @Nullable SimpleLock held;

        JobLock(LockProvider provider, String name) {
            this.provider = provider;
            this.name = name;
        }

        @Override
        public void acquire() {
            held = provider.lock(new LockConfiguration(Instant.now(), name, AT_MOST, Duration.ZERO)).orElseThrow();
        }

        @Override
        public void release() {
            held.unlock();
        }
    }
}
