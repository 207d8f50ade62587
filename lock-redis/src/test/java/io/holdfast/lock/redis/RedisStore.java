package io.holdfast.lock.redis;

import io.holdfast.lock.tck.StoreUnderTest;
import io.holdfast.lock.tck.servers.FakeClock;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A single server that keeps what it has confirmed, under a clock that a test can set. */
final class RedisStore implements StoreUnderTest {
    private final FakeClock clock = new FakeClock();
    private final RedisServer server = Servers.redis(clock, "appendonly yes", "appendfsync always");

    @Override
    public String url() {
        return server.url();
    }

    @Override
    public Optional<Road> road() {
        return Optional.of(new Road(server.host(), server.port(), port -> "redis://127.0.0.1:" + port));
    }

    @Override
    public Optional<Server> server() {
        return Optional.of(new Server() {
            @Override
            public void pause() {
                server.pause();
            }

            @Override
            public void resume() {
                server.resume();
            }

            @Override
            public void restart() {
                server.kill();
                server.start();
            }

            @Override
            public void restartEmpty() {
                server.command("FLUSHALL");
                restart();
            }
        });
    }

    @Override
    public Optional<WallClock> clock() {
        return Optional.of(clock::jump);
    }

    @Override
    public OptionalLong residue() {
        return OptionalLong.of(Residue.of(List.of(server)));
    }

    @Override
    public void close() {
        try (clock) {
            server.close();
        }
    }
}
