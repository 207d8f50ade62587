package io.holdfast.lock.redis;

import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisCluster;
import io.holdfast.lock.tck.servers.Servers;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user has to be allowed on a cluster: channels belong to slots there, and somebody has to say where these are. */
final class RedisClusterRightsTest {
    private static final List<String> COMMANDS = Stream.concat(
            RedisRightsTest.COMMANDS.stream().filter(command -> !List.of("publish", "subscribe").contains(command)),
            Stream.of("spublish", "ssubscribe", "cluster|nodes")).toList();

    private static RedisCluster cluster;

    @BeforeAll
    static void start() {
        cluster = Servers.redisCluster(3);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void leastRightsAreEnough() throws Exception {
        String url = user(COMMANDS);
        try (LockClient one = LockClient.connect(url); LockClient other = LockClient.connect(url)) {
            for (int i = 0; i < 10; i++) {
                Workout.run(one, other, "job:" + i);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"spublish", "ssubscribe", "cluster|nodes", "hset"})
    void missingCommandIsNamed(String command) {
        String url = user(COMMANDS.stream().filter(each -> !each.equals(command)).toList());
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url)).says("NOPERM", command);
    }

    @Test
    void missingChannelsAreNamed() {
        String url = user(COMMANDS);
        cluster.nodes().forEach(node -> node.command("ACL", "SETUSER", "locks", "resetchannels"));
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url)).says("ACL rule &holdfast:*");
    }

    @Test
    void wrongPasswordIsAClearErrorThatDoesNotRepeatIt() {
        user(COMMANDS);
        String url = cluster.url().replace("://", "://locks:falsch@");
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url)).about("", cluster.url().replace("://", "://***@"))
                .says("WRONGPASS").hides("falsch");
    }

    private static String user(List<String> commands) {
        List<String> words = new ArrayList<>(List.of("ACL", "SETUSER", "locks", "reset", "on", ">secret", "~holdfast:*", "&holdfast:*"));
        commands.forEach(command -> words.add("+" + command));
        cluster.nodes().forEach(node -> node.command(words.toArray(String[]::new)));
        return cluster.url().replace("://", "://locks:secret@");
    }
}
