package io.holdfast.lock.redis;

import io.holdfast.lock.tck.servers.RedisServer;
import java.util.List;

/** Who is connected to a server. */
final class Connections {
    private Connections() {}

    /** All clients but the one that asks; replicas and sentinels are none. */
    static List<String> of(RedisServer server) {
        return server.command("CLIENT", "LIST").lines().filter(Connections::isOfClient).toList();
    }

    private static boolean isOfClient(String line) {
        return line.matches("id=.* name= .* flags=[NP] .*") && !line.contains(" cmd=client|list ");
    }

    static long channels(RedisServer server) {
        return server.command("PUBSUB", "CHANNELS").lines().filter(line -> !line.isBlank()).count();
    }
}
