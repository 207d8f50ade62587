package io.holdfast.lock.redis;

import io.holdfast.lock.tck.servers.RedisServer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How often a server has run each command since it was told to count from zero. */
final class Commands {
    private final RedisServer server;

    private Commands(RedisServer server) {
        this.server = server;
    }

    static Commands countFromZero(RedisServer server) {
        server.command("CONFIG", "RESETSTAT");
        return new Commands(server);
    }

    /** @param command in lower case, such as {@code evalsha}; also counted within scripts */
    long calls(String command) {
        Pattern statistics = Pattern.compile("cmdstat_" + Pattern.quote(command) + ":calls=(\\d+)");
        Matcher calls = statistics.matcher(server.command("INFO", "commandstats"));
        return calls.find() ? Long.parseLong(calls.group(1)) : 0;
    }

    long scripts() {
        return calls("evalsha") + calls("eval");
    }
}
