package io.holdfast.lock.redis;

import io.holdfast.lock.tck.servers.RedisServer;
import java.util.List;

/** Who is connected to a server. */
final class Connections {
    private Connections() {}

    /** All but the one that asks. */
    static List<String> of(RedisServer server) {
        return server.command("CLIENT", "LIST").lines().filter(line -> line.startsWith("id=") && !line.contains(" cmd=client|list "))
                .toList();
    }

    static long channels(RedisServer server) {
        return server.command("PUBSUB", "CHANNELS").lines().filter(line -> !line.isBlank()).count();
    }
}
