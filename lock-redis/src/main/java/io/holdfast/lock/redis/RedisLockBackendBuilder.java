package io.holdfast.lock.redis;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.spi.LockUrl;
import java.util.List;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Makes a {@link RedisLockBackend} on a Redisson client that is there already. */
public final class RedisLockBackendBuilder {
    private final RedissonClient redisson;
    private String prefix = RedisSettings.DEFAULT_PREFIX;
    private int replicas;

    RedisLockBackendBuilder(RedissonClient redisson) {
        this.redisson = redisson;
    }

    /** What all keys and channels begin with, {@code holdfast} by default. Clients that are to exclude each other have the same. */
    public RedisLockBackendBuilder prefix(String newPrefix) {
        RedisSettings.checkPrefix("redis", requireNonNull(newPrefix, "prefix"));
        this.prefix = newPrefix;
        return this;
    }

    /** How many replicas must have a grant before it counts; none by default. */
    public RedisLockBackendBuilder replicas(int number) {
        if (number < 0) {
            throw new IllegalArgumentException("replicas must not be negative, but is " + number);
        }
        this.replicas = number;
        return this;
    }

    /** Connects, with two connections to each master. Blocks until the server has answered. */
    public RedisLockBackend build() {
        Config config = redisson.getConfig();
        RedisTopology topology = config.isClusterConfig() ? RedisTopology.CLUSTER
                : config.isSentinelConfig() ? RedisTopology.SENTINEL : RedisTopology.SINGLE;
        String address = "redisson:" + redisson.getId();
        RedisSettings settings = new RedisSettings(address, topology, false, List.of(), null, null, "", 0, new Keyspace(prefix),
                replicas, RedisSettings.DEFAULT_CONNECT_LIMIT, RedisSettings.DEFAULT_REPLY_LIMIT, LockUrl.parse(address));
        return RedisLockBackend.on(RedissonHandle.borrowed(redisson), settings);
    }
}
