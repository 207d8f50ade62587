package io.holdfast.lock.redis;

import io.holdfast.lock.tck.StoreUnderTest;
import io.holdfast.lock.tck.servers.RedisSentinels;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A master with two replicas, one of which takes over when the master has been silent for five seconds. */
final class RedisSentinelStore implements StoreUnderTest {
    private final RedisSentinels servers = Servers.redisSentinels(Duration.ofSeconds(5));

    @Override
    public String url() {
        return servers.url();
    }

    @Override
    public Optional<Succession> succession() {
        return Optional.of(new Succession() {
            @Override
            public void killLeader() {
                RedisServer master = servers.master();
                master.kill();
                servers.awaitNewMaster(master);
            }

            @Override
            public void restore() {
                servers.servers().stream().filter(server -> !server.isRunning()).forEach(RedisServer::start);
            }
        });
    }

    @Override
    public OptionalLong residue() {
        return OptionalLong.of(Residue.of(List.of(servers.master())));
    }

    @Override
    public void close() {
        servers.close();
    }
}
