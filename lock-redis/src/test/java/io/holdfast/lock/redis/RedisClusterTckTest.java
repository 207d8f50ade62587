package io.holdfast.lock.redis;

import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.tck.LockBackendTck;
import io.holdfast.lock.tck.Patience;
import io.holdfast.lock.tck.servers.RedisCluster;
import io.holdfast.lock.tck.servers.Servers;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The kit on a cluster of three masters. */
final class RedisClusterTckTest extends LockBackendTck {
    private RedisCluster cluster;

    @BeforeAll
    void start() {
        cluster = Servers.redisCluster(3);
    }

    @AfterAll
    void stop() {
        cluster.close();
    }

    @Override
    protected LockBackend openBackend() {
        return RedisLockBackend.open(cluster.url());
    }

    @Override
    protected OptionalLong residue() {
        return OptionalLong.of(Residue.of(cluster.nodes()));
    }

    /** The protocol is that of the single server; what differs is that there are several of them. */
    @Override
    protected double workload() {
        return super.workload() / 5;
    }

    /** Three servers on a small machine can keep each other from their turn for a second, and with it a lease of a second. */
    @Override
    protected Patience patience() {
        return super.patience().times(2);
    }
}
