package io.holdfast.lock.redis;

import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockBackendProvider;
import io.holdfast.lock.spi.LockUrl;
import java.util.Set;

/** Opens {@code redis://}, {@code redis+sentinel://} and {@code redis+cluster://}, and the same with {@code rediss} for TLS. */
public final class RedisLockBackendProvider implements LockBackendProvider {
    /** For the service loader. */
    public RedisLockBackendProvider() {}

    @Override
    public Set<String> schemes() {
        return RedisSettings.SCHEMES;
    }

    @Override
    public Set<String> options() {
        return RedisSettings.OPTIONS;
    }

    @Override
    public LockBackend open(LockUrl url) {
        return RedisLockBackend.open(RedisSettings.of(url));
    }
}
