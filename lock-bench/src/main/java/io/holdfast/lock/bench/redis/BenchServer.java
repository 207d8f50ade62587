package io.holdfast.lock.bench.redis;

import io.holdfast.lock.bench.compare.Server;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;

/** One server for all contenders. */
final class BenchServer implements Server {
    private final RedisServer server;

    private BenchServer(RedisServer server) {
        this.server = server;
    }

    static BenchServer start() {
        return new BenchServer(Servers.redis());
    }

    @Override
    public String url() {
        return server.url();
    }

    @Override
    public String version() {
        return "Redis " + server.command("INFO", "server").lines().filter(line -> line.startsWith("redis_version:")).findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip()).orElse("(no version)");
    }

    @Override
    public void close() {
        server.close();
    }
}
