package io.holdfast.lock.redis;

import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a user has to be allowed, no more and no less, and what is said if it is not. */
final class RedisRightsTest {
    private static final List<String> RULES = List.of("resetkeys", "resetchannels", "~holdfast:*", "&holdfast:*");

    /** HELLO and AUTH need no right. */
    private static final List<String> COMMANDS = List.of("ping", "evalsha", "eval", "subscribe", "publish", "time", "get", "set", "del",
            "exists", "pexpire", "pttl", "hget", "hmget", "hset", "zadd", "zcard", "zrange", "zrem", "zscore");

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = Servers.redis();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void leastRightsAreEnough() throws Exception {
        String url = user("least", COMMANDS);
        try (LockClient one = LockClient.connect(url); LockClient other = LockClient.connect(url)) {
            Workout.run(one, other, "rights");
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void missingCommandIsNamed(String command) throws Exception {
        List<String> others = new ArrayList<>(COMMANDS);
        others.remove(command);
        String url = user("without-" + command, others);
        Complaint<LockBackendException> x = Complaint.of(LockBackendException.class, () -> {
            try (LockClient one = LockClient.connect(url); LockClient other = LockClient.connect(url)) {
                Workout.run(one, other, "rights-" + command);
            }
        });
        System.out.println(command + " => " + x.exception().getMessage());
    }

    static List<String> commands() {
        return COMMANDS;
    }

    private static String user(String name, List<String> commands) {
        List<String> words = new ArrayList<>(List.of("ACL", "SETUSER", name, "reset", "on", ">secret"));
        words.addAll(RULES);
        commands.forEach(command -> words.add("+" + command));
        server.command(words.toArray(String[]::new));
        return "redis://" + name + ":secret@127.0.0.1:" + server.port() + "?answer=2s";
    }
}
