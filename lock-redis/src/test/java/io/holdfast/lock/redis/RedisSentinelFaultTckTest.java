package io.holdfast.lock.redis;

import io.holdfast.lock.tck.LockFaultTck;
import io.holdfast.lock.tck.StoreUnderTest;

/** The kit's faults on a master that sentinels watch over. */
final class RedisSentinelFaultTckTest extends LockFaultTck {
    @Override
    protected StoreUnderTest startStore() {
        return new RedisSentinelStore();
    }
}
