package io.holdfast.lock.redis;

import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Redis with TLS, and what is said if the two sides do not agree about it. */
final class RedisTlsTest {
    private static RedisServer server;
    private static RedisServer stranger;

    @BeforeAll
    static void start() {
        // The certificate is for the first of these.
        server = Servers.redisTls("requirepass geheim", "bind 127.0.0.1 127.0.0.2");
        stranger = Servers.redisTls();
    }

    @AfterAll
    static void stop() {
        server.close();
        stranger.close();
    }

    @Test
    void trustStoreOfTheUrlIsTrusted() throws Exception {
        String url = url() + "?truststore=" + server.trustStore() + "&truststore-password=" + server.trustStorePassword();
        try (LockClient one = LockClient.connect(url); LockClient other = LockClient.connect(url)) {
            Workout.handOver(one, other, "tls");
        }
    }

    @Test
    void hostNameIsVerifiedUnlessToldOtherwise() throws Exception {
        String trust = "?truststore=" + server.trustStore() + "&truststore-password=" + server.trustStorePassword();
        String elsewhere = url().replace("127.0.0.1", "127.0.0.2");
        Complaint.of(LockBackendException.class, () -> LockClient.connect(elsewhere + trust))
                .says("certificate is not trusted", "127.0.0.2 found");
        try (LockClient one = LockClient.connect(elsewhere + trust + "&verify=ca"); LockClient other = LockClient.connect(url() + trust)) {
            Workout.handOver(one, other, "tls");
        }
    }

    @Test
    void nothingIsVerifiedIfSoTold() throws Exception {
        String url = url() + "?verify=none";
        try (LockClient one = LockClient.connect(url); LockClient other = LockClient.connect(url)) {
            Workout.handOver(one, other, "tls");
        }
    }

    @Test
    void certificateOfAStrangerIsAClearError() {
        String trust = "?truststore=" + stranger.trustStore() + "&truststore-password=" + stranger.trustStorePassword();
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url() + trust)).about("", shownUrl())
                .says("certificate is not trusted").hides("geheim");
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url())).about("", shownUrl()).says("certificate is not trusted");
    }

    @Test
    void wrongPasswordOfTheTrustStoreIsAClearError() {
        String trust = "?truststore=" + server.trustStore() + "&truststore-password=sesam";
        Complaint.of(LockConfigurationException.class, () -> LockClient.connect(url() + trust)).about("", shownUrl())
                .says("option 'truststore'", "password").hides("sesam");
    }

    @Test
    void serverWithTlsIsNotForClientsWithout() {
        String url = "redis://127.0.0.1:" + server.port();
        Complaint.of(LockBackendException.class, () -> LockClient.connect(url + "?reply=300ms")).about("", url).says("TLS");
    }

    @Test
    void serverWithoutTlsIsNotForClientsWith() {
        try (RedisServer plain = Servers.redis()) {
            String url = "rediss://127.0.0.1:" + plain.port();
            Complaint.of(LockBackendException.class, () -> LockClient.connect(url + "?connect=300ms")).about("", url).says("handshake");
        }
    }

    private static String url() {
        return "rediss://geheim@127.0.0.1:" + server.port();
    }

    private static String shownUrl() {
        return "rediss://***@127.0.0.1:" + server.port();
    }
}
