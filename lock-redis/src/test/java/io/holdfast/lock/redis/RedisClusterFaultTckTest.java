package io.holdfast.lock.redis;

import io.holdfast.lock.tck.LockFaultTck;
import io.holdfast.lock.tck.Patience;
import io.holdfast.lock.tck.StoreUnderTest;
import io.holdfast.lock.tck.servers.RedisCluster;
import io.holdfast.lock.tck.servers.Servers;
import java.util.OptionalLong;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** The kit's faults on a cluster. Its masters have no replicas; what happens when one dies is in {@link RedisClusterTest}. */
@EnabledIfSystemProperty(named = "holdfast.soak", matches = "true", disabledReason = "takes minutes: ./holdfast soak")
final class RedisClusterFaultTckTest extends LockFaultTck {
    @Override
    protected StoreUnderTest startStore() {
        RedisCluster cluster = Servers.redisCluster(3);
        return new StoreUnderTest() {
            @Override
            public String url() {
                return cluster.url();
            }

            @Override
            public OptionalLong residue() {
                return OptionalLong.of(Residue.of(cluster.nodes()));
            }

            @Override
            public void close() {
                cluster.close();
            }
        };
    }

    /** Several servers on a small machine can keep each other from their turn. */
    @Override
    protected Patience patience() {
        return super.patience().times(2);
    }
}
