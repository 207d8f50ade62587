package io.holdfast.lock.redis;

import io.holdfast.lock.tck.LockFaultTck;
import io.holdfast.lock.tck.Patience;
import io.holdfast.lock.tck.StoreUnderTest;
import java.time.Duration;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The kit's faults on a master that sentinels watch over. */
@EnabledIfSystemProperty(named = "holdfast.soak", matches = "true", disabledReason = "takes minutes: ./holdfast soak")
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

    /** Until a new master is found, nobody hears anything, and whoever waits has to bear that. */
    @Override
    protected Duration answerLimit() {
        return Duration.ofSeconds(15);
    }
}
