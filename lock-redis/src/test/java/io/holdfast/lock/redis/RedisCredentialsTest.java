package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Passwords, users, and what a user has to be allowed. */
final class RedisCredentialsTest {
    /** All that an URL takes for something else, and more. */
    private static final String NASTY = "p@s:s/w?o#r&d=%25+\"'\\ {ü}";

    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = Servers.redis("requirepass geheim");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void passwordAloneIsThatOfTheDefaultUser() throws Exception {
        try (LockClient one = LockClient.connect(url("geheim@")); LockClient other = LockClient.connect(url(":geheim@"))) {
            Workout.handOver(one, other, "password");
        }
    }

    @Test
    void userAndPasswordMayHaveAnyCharacter() throws Exception {
        addUser("us:er@1", NASTY, "allkeys", "allchannels", "allcommands");
        String url = url(encoded("us:er@1") + ":" + encoded(NASTY) + "@");
        try (LockClient one = LockClient.connect(url); LockClient other = LockClient.connect(url)) {
            Workout.handOver(one, other, "nasty");
            assertHidden(one.toString());
            assertHidden(one.backend().toString());
            assertEquals("redis://***@127.0.0.1:" + server.port(), one.backend().address());
        }
    }

    private static void assertHidden(String text) {
        assertFalse(text.contains(NASTY) || text.contains(encoded(NASTY)), text);
    }

    @Test
    void wrongPasswordIsAClearErrorThatDoesNotRepeatIt() {
        String url = url("default:" + encoded(NASTY) + "@");
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url)).about("", shownUrl()).says("WRONGPASS")
                .hides(NASTY).hides(encoded(NASTY)).hides("geheim");
    }

    @Test
    void missingPasswordIsAClearError() {
        Complaint.of(LockBackendException.class, () -> LockClient.connect(server.url())).about("", server.url()).says("NOAUTH");
    }

    private static void addUser(String name, String password, String... rules) {
        String[] words = new String[5 + rules.length];
        System.arraycopy(new String[] {"ACL", "SETUSER", name, "on", ">" + password}, 0, words, 0, 5);
        System.arraycopy(rules, 0, words, 5, rules.length);
        server.command(words);
    }

    private static String url(String credentials) {
        return "redis://" + credentials + "127.0.0.1:" + server.port();
    }

    private static String shownUrl() {
        return url("***@");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
