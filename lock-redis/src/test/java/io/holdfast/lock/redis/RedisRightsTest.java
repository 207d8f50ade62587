package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What a user has to be allowed, no more and no less, and what is said if it is not. */
final class RedisRightsTest {
    /** AUTH and HELLO need no right; a database other than 0 needs SELECT, the option {@code replicas} needs WAIT. */
    static final List<String> COMMANDS = List.of("ping", "evalsha", "eval", "subscribe", "publish", "time", "get", "set", "del",
            "pexpire", "pttl", "hget", "hmget", "hset", "zadd", "zcard", "zrange", "zrem", "zscore");

    private static final String KEYS = "~holdfast:*";
    private static final String CHANNELS = "&holdfast:*";

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
        String url = user("least", rights(COMMANDS, KEYS, CHANNELS));
        try (LockClient one = LockClient.connect(url); LockClient other = LockClient.connect(url)) {
            Workout.run(one, other, "rights");
            assertTrue(server.command("INFO", "server").contains("redis_version:" + one.backend().version() + "\r\n"),
                    "without INFO the version is known from HELLO");
        }
    }

    /** A script that is stopped in the middle leaves its first half done, so it must not come to that. */
    @ParameterizedTest
    @FieldSource("COMMANDS")
    void missingCommandIsNamedBeforeAnythingIsDone(String command) {
        server.command("SCRIPT", "FLUSH");
        String url = user("without-" + command, rights(COMMANDS.stream().filter(each -> !each.equals(command)).toList(), KEYS, CHANNELS));
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url)).about("", shownUrl()).says("NOPERM", command);
        assertEquals(List.of(), Residue.keys(server).stream().filter(key -> key.contains("alive")).toList());
    }

    @Test
    void missingKeysAreNamed() {
        String url = user("no-keys", rights(COMMANDS, "~other:*", CHANNELS));
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url)).about("", shownUrl()).says("NOPERM", "keys");
    }

    @Test
    void missingChannelsAreNamed() {
        String url = user("no-channels", rights(COMMANDS, KEYS, "&other:*"));
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url)).about("", shownUrl())
                .says("refused the subscription", "ACL rule &holdfast:*");
    }

    @Test
    void rightThatIsTakenAwayIsToldToWhoeverAsks() throws Exception {
        try (LockClient client = LockClient.connect(user("hapless", rights(COMMANDS, KEYS, CHANNELS)))) {
            server.command("ACL", "SETUSER", "hapless", "-evalsha");
            Complaint.of(LockBackendException.class, () -> client.lock("job").acquire()).about("job", shownUrl()).says("NOPERM", "evalsha");
            server.command("ACL", "SETUSER", "hapless", "+evalsha");
            client.lock("job").acquire().close();
        }
    }

    /** The server cuts the connection of who listens to what it may no longer hear. */
    @Test
    void channelThatIsTakenAwayIsToldAndListenedToAgainWhenItIsGivenBack() throws Exception {
        try (LockClient client = LockClient.connect(user("deaf", rights(COMMANDS, KEYS, CHANNELS)));
                LockClient other = LockClient.connect(server.url())) {
            server.command("ACL", "SETUSER", "deaf", "resetchannels");
            Eventually.until("the refusal is told", () -> isRefused(client));
            server.command("ACL", "SETUSER", "deaf", CHANNELS);
            Workout.handOver(other, client, "job");
        }
    }

    /** Who renews or gives back needs to hear nothing. */
    @Test
    void holdIsRenewedAndGivenBackWithoutAChannel() throws Exception {
        try (LockClient client = LockClient.connect(user("mute", rights(COMMANDS, KEYS, CHANNELS)))) {
            Hold hold = client.lock("held", client.defaultOptions().withLease(Duration.ofSeconds(1))).acquire();
            server.command("ACL", "SETUSER", "mute", "resetchannels");
            Eventually.until("the refusal is told", () -> isRefused(client));
            Commands commands = Commands.countFromZero(server);
            Eventually.until("the hold is renewed", () -> commands.calls("pexpire") > 0);
            assertTrue(hold.isValid());
            hold.close();
            assertEquals("", server.command("KEYS", "*:lock:held"));
        }
    }

    private static boolean isRefused(LockClient client) {
        try (Hold hold = client.lock("job").tryAcquire().orElseThrow()) {
            return !hold.isValid();
        } catch (LockBackendException refused) {
            new Complaint<>(refused).about("job", shownUrl()).says("refused the subscription");
            return true;
        }
    }

    private static String[] rights(List<String> commands, String keys, String channels) {
        return Stream.concat(Stream.of(keys, channels), commands.stream().map(command -> "+" + command)).toArray(String[]::new);
    }

    private static String user(String name, String... rules) {
        List<String> words = new ArrayList<>(List.of("ACL", "SETUSER", name, "reset", "on", ">secret"));
        words.addAll(List.of(rules));
        server.command(words.toArray(String[]::new));
        return "redis://" + name + ":secret@127.0.0.1:" + server.port();
    }

    private static String shownUrl() {
        return "redis://***@127.0.0.1:" + server.port();
    }
}
