package io.holdfast.lock.redis;

import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.tck.LockBackendTck;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The kit on a single server. */
final class RedisTckTest extends LockBackendTck {
    private RedisServer server;

    @BeforeAll
    void start() {
        server = Servers.redis();
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Override
    protected LockBackend openBackend() {
        return RedisLockBackend.open(server.url());
    }

    @Override
    protected OptionalLong residue() {
        return OptionalLong.of(Residue.of(List.of(server)));
    }
}
