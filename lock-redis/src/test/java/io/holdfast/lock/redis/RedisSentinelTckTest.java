package io.holdfast.lock.redis;

import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.tck.LockBackendTck;
import io.holdfast.lock.tck.Patience;
import io.holdfast.lock.tck.servers.RedisSentinels;
import io.holdfast.lock.tck.servers.Servers;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The kit on a master that sentinels watch over. */
final class RedisSentinelTckTest extends LockBackendTck {
    private RedisSentinels servers;

    @BeforeAll
    void start() {
        servers = Servers.redisSentinels();
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    @Override
    protected LockBackend openBackend() {
        return RedisLockBackend.open(servers.url());
    }

    @Override
    protected OptionalLong residue() {
        return OptionalLong.of(Residue.of(List.of(servers.master())));
    }

    /** The protocol is that of the single server; what differs is how the master is found. */
    @Override
    protected double workload() {
        return super.workload() / 5;
    }

    /** Six servers on a small machine can keep the master from its turn for a second, and with it a lease of a second. */
    @Override
    protected Patience patience() {
        return super.patience().times(2);
    }
}
