package io.holdfast.lock.redis;

import io.holdfast.lock.tck.servers.RedisServer;
import java.util.List;

/** What locks have left on servers, besides the last token of each bucket, of which there are 32 at the most. */
final class Residue {
    private Residue() {}

    static long of(List<RedisServer> servers) {
        return servers.stream().flatMap(server -> keys(server).stream()).filter(key -> !key.endsWith("}:token")).count();
    }

    static List<String> keys(RedisServer server) {
        return server.command("KEYS", "*").lines().filter(key -> !key.isBlank()).toList();
    }
}
