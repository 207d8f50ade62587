package io.holdfast.lock.tck.servers;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Redis servers that belong together. */
final class ServerGroup implements AutoCloseable {
    private final List<RedisServer> servers = new CopyOnWriteArrayList<>();

    RedisServer start(RedisPlan plan) {
        RedisServer server = RedisServer.start(plan);
        servers.add(server);
        return server;
    }

    List<RedisServer> all() {
        return List.copyOf(servers);
    }

    List<RedisServer> running() {
        return servers.stream().filter(RedisServer::isRunning).toList();
    }

    String addresses() {
        return servers.stream().map(RedisServer::address).collect(Collectors.joining(","));
    }

    String details() {
        return servers.stream().map(RedisServer::details).collect(Collectors.joining());
    }

    /** Closes all, whatever happens to one of them. */
    @Override
    public void close() {
        RuntimeException first = null;
        for (RedisServer server : servers) {
            try {
                server.close();
            } catch (RuntimeException failed) {
                first = first == null ? failed : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
