package io.holdfast.lock.redis;

import io.holdfast.lock.tck.LockFaultTck;
import io.holdfast.lock.tck.StoreUnderTest;
import io.holdfast.lock.tck.servers.RedisCluster;
import io.holdfast.lock.tck.servers.Servers;
import java.util.OptionalLong;

/** The kit's faults on a cluster. Its masters have no replicas; what happens when one dies is in {@link RedisClusterTest}. */
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
}
