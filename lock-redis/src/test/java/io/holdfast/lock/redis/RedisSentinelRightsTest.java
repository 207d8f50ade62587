package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisSentinels;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Sentinels that ask for a password while the servers do not, and what a user has to be allowed there. */
final class RedisSentinelRightsTest {
    private static final String[] LEAST = {"ACL", "SETUSER", "locks", "reset", "on", ">secret", "+ping",
        "+sentinel|get-master-addr-by-name", "+sentinel|slaves", "+sentinel|sentinels"};

    private static RedisSentinels servers;

    @BeforeAll
    static void start() {
        servers = Servers.redisSentinels();
        servers.sentinels().forEach(sentinel -> sentinel.command("SENTINEL", "CONFIG", "SET", "sentinel-pass", "geheim"));
        servers.sentinels().forEach(sentinel -> sentinel.command(LEAST));
        servers.sentinels().forEach(sentinel -> sentinel.command("ACL", "SETUSER", "default", "resetpass", ">geheim"));
    }

    @AfterAll
    static void stop() {
        servers.close();
    }

    @Test
    void passwordIsToldToSentinels() throws Exception {
        assertWorks(servers.url() + "?sentinel-password=geheim", "default");
    }

    @Test
    void leastRightsAreEnough() throws Exception {
        assertWorks(servers.url() + "?sentinel-user=locks&sentinel-password=secret", "locks");
    }

    @Test
    void serversMayHaveAUserOfTheirOwn() throws Exception {
        servers.servers().forEach(server -> server.command("ACL", "SETUSER", "app", "on", ">pw", "allkeys", "allchannels", "allcommands"));
        String url = servers.url().replace("://", "://app:pw@") + "?sentinel-user=locks&sentinel-password=secret";
        try (LockClient one = LockClient.connect(url); LockClient other = LockClient.connect(url)) {
            Workout.handOver(one, other, "job");
            String wrong = url.replace("app:pw@", "app:falsch@");
            Complaint.of(LockBackendException.class, () -> LockClient.connect(wrong)).says("WRONGPASS").hides("falsch").hides("secret");
        }
    }

    private static void assertWorks(String url, String user) throws Exception {
        try (LockClient client = LockClient.connect(url); Hold hold = client.lock("job").acquire()) {
            assertTrue(hold.isValid());
            for (RedisServer sentinel : servers.sentinels()) {
                Eventually.until("all sentinels are asked", () -> isAskedBy(user, sentinel));
            }
        }
    }

    private static boolean isAskedBy(String user, RedisServer sentinel) {
        try (RawConnection connection = new RawConnection(sentinel)) {
            connection.ask("AUTH", "geheim");
            return ((String) connection.ask("CLIENT", "LIST")).lines()
                    .anyMatch(line -> line.contains(" cmd=sentinel|") && line.contains(" user=" + user + " "));
        }
    }

    @Test
    void missingOrWrongPasswordIsAClearError() {
        Complaint.of(LockBackendException.class, () -> LockClient.connect(servers.url())).about("", servers.url()).says("NOAUTH");
        Complaint.of(LockBackendException.class, () -> LockClient.connect(servers.url() + "?sentinel-password=falsch"))
                .about("", servers.url()).says("WRONGPASS").hides("falsch");
    }
}
