package io.holdfast.lock.redis;

import io.holdfast.lock.tck.servers.RedisServer;
import java.util.List;

/** The connections of clients to a server: not those of replicas, of sentinels, and the one that asks. */
final class Connections {
    private Connections() {}

    static List<String> to(RedisServer server) {
        return server.command("CLIENT", "LIST").lines().filter(Connections::isOfClient).toList();
    }

    private static boolean isOfClient(String line) {
        return line.matches(".* name= .* flags=[NP] .*") && !line.contains(" cmd=client|list ");
    }
}
