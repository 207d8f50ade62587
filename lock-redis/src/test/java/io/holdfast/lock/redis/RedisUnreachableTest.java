package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.tck.servers.Ports;
import io.holdfast.lock.tck.servers.RedisCluster;
import io.holdfast.lock.tck.servers.RedisSentinels;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom a client finds at the address when it starts: nobody, somebody else, or a Redis of another kind. */
final class RedisUnreachableTest {
    private static final String LIMITS = "?connect=500ms&reply=500ms";
    private static final Duration BOUND = Duration.ofSeconds(10);

    @AfterEach
    void nothingIsLeft() {
        Eventually.until("no thread of a client that failed to start", () -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().matches("(holdfast|redisson).*")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://%s", "rediss://%s", "redis+sentinel://%s/m", "redis+cluster://%s"})
    void nobody(String form) {
        int port = Ports.free();
        try {
            String url = form.formatted("127.0.0.1:" + port);
            Complaint<LockBackendException> said = refusal(url).about("", url);
            if (form.contains("sentinel")) {
                said.says("none of the sentinels can be reached");
            } else {
                said.says("connection refused", "127.0.0.1:" + port);
            }
        } finally {
            Ports.giveBack(port);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"redis://%s", "rediss://%s", "redis+cluster://%s"})
    void unknownHost(String form) {
        // With the limits of every user: on a busy machine half a second is not enough to learn that there is no such name.
        String url = form.formatted("no-such-host.invalid:6379");
        Complaint<LockBackendException> complaint = Complaint.of(LockBackendException.class, () -> LockClient.connect(url));
        complaint.about("", url).says("Failed to resolve 'no-such-host.invalid'");
    }

    @ParameterizedTest
    @CsvSource({"redis://%s, no answer", "rediss://%s, handshake timed out",
            "redis+sentinel://%s/m, no answer", "redis+cluster://%s, no answer"})
    void somebodyWhoNeverAnswers(String form, String complaint) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String url = form.formatted("127.0.0.1:" + silent.getLocalPort());
            refusal(url).about("", url).says(complaint);
        }
    }

    @ParameterizedTest
    @CsvSource({"redis://%s, HTTP/1.1 400", "rediss://%s, not an SSL/TLS record",
            "redis+sentinel://%s/m, none of the sentinels", "redis+cluster://%s, HTTP/1.1 400"})
    void somebodyElse(String form, String complaint) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var answering = Eventually.async(() -> answerRubbish(other));
            String url = form.formatted("127.0.0.1:" + other.getLocalPort());
            refusal(url).about("", url).says(complaint);
            answering.cancel(true);
        }
    }

    private static Void answerRubbish(ServerSocket server) throws IOException {
        while (true) {
            Socket client = server.accept();
            client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
    }

    @Test
    void serverWithoutClusterOrSentinel() {
        try (RedisServer single = Servers.redis()) {
            String address = "127.0.0.1:" + single.port();
            refusal("redis+cluster://" + address).says("cluster support disabled");
            refusal("redis+sentinel://" + address + "/m").says("unknown command 'SENTINEL'");
            refusal(single.url() + "/99").says("DB index is out of range");
            refusal("redis://secret@" + address).says("without any password configured").hides("secret");
        }
    }

    /** Each node has a part of the slots. A client that took it for all of them would work for some names, and not for others. */
    @Test
    void clusterNodeThatIsTakenForASingleServer() {
        try (RedisCluster cluster = Servers.redisCluster(1)) {
            String url = cluster.nodes().get(0).url();
            Complaint.of(LockConfigurationException.class, () -> LockClient.connect(url)).about("", url).says("redis+cluster://");
        }
    }

    @Test
    void sentinelThatIsTakenForAServerOrDoesNotKnowTheName() {
        try (RedisSentinels sentinels = Servers.redisSentinels()) {
            String url = sentinels.sentinels().get(0).url();
            Complaint.of(LockConfigurationException.class, () -> LockClient.connect(url)).about("", url).says("redis+sentinel://");
            String nobody = sentinels.url().replace("/holdfast", "/nobody");
            refusal(nobody).about("", nobody).says("none of the sentinels", "knows a master of this name");
        }
    }

    private static Complaint<LockBackendException> refusal(String url) {
        return assertTimeoutPreemptively(BOUND, () -> Complaint.of(LockBackendException.class, () -> LockClient.connect(url + LIMITS)));
    }
}
