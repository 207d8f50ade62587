package io.holdfast.lock.redis;

import io.holdfast.lock.tck.LockFaultTck;
import io.holdfast.lock.tck.Patience;
import io.holdfast.lock.tck.StoreUnderTest;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** The kit's faults on a master that sentinels watch over. */
@DisabledIfSystemProperty(named = "holdfast.tck.brief", matches = "true", disabledReason = "was shown on the first JDK")
final class RedisSentinelFaultTckTest extends LockFaultTck {
    @Override
    protected StoreUnderTest startStore() {
        return new RedisSentinelStore();
    }

    /** Several servers on a small machine can keep each other from their turn. */
    @Override
    protected Patience patience() {
        return super.patience().times(2);
    }
}
