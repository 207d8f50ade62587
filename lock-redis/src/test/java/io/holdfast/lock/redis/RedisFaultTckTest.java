package io.holdfast.lock.redis;

import io.holdfast.lock.tck.LockFaultTck;
import io.holdfast.lock.tck.StoreUnderTest;

/** The kit's faults on a single server. */
final class RedisFaultTckTest extends LockFaultTck {
    @Override
    protected StoreUnderTest startStore() {
        return new RedisStore();
    }
}
