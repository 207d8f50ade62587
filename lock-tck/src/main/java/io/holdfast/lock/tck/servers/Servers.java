package io.holdfast.lock.tck.servers;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.tck.servers.RedisPlan.Mode;
import java.time.Duration;

/**
 * Starts real servers for tests and benchmarks, on loopback only:
 *
 * <pre>{@code
 * try (RedisServer redis = Servers.redis("appendonly yes", "appendfsync always")) {
 *     LockClient locks = LockClient.connect(redis.url());
 *     redis.kill();
 *     redis.start();
 * }
 * }</pre>
 *
 * <p>Each method blocks until the server answers, at most 20 s for each process. It throws {@link ServerException} if the program
 * is not on the path or the server does not start; nothing is left running then. Thread safe.
 */
public final class Servers {
    private Servers() {}

    /**
     * A single Redis, without persistence unless a line says otherwise.
     *
     * @param configLines lines for its configuration file, such as {@code requirepass secret}; they win over those of this kit.
     *     Not {@code port}, {@code bind} and {@code dir}
     * @return the running server
     */
    public static RedisServer redis(String... configLines) {
        return RedisServer.start(RedisPlan.of(Mode.PLAIN, configLines));
    }

    /**
     * The same with a wall clock that the test moves.
     *
     * @param clock closed after the server
     * @param configLines as for {@link #redis(String...)}
     * @return the running server
     */
    public static RedisServer redis(FakeClock clock, String... configLines) {
        return RedisServer.start(RedisPlan.of(Mode.PLAIN, configLines).under(requireNonNull(clock, "clock")));
    }

    /**
     * A single Redis that speaks TLS only, with a certificate of its own for 127.0.0.1 and localhost. Clients trust it with
     * {@link RedisServer#trustStore()} and need no certificate.
     *
     * @param configLines as for {@link #redis(String...)}
     * @return the running server
     */
    public static RedisServer redisTls(String... configLines) {
        return RedisServer.start(RedisPlan.of(Mode.TLS, configLines));
    }

    /**
     * A Redis master, two replicas and three sentinels, of which two have to agree. They know each other when this returns. They
     * are patient, because on a busy machine a master that is well can be silent for a second.
     *
     * @return the running servers
     */
    public static RedisSentinels redisSentinels() {
        return RedisSentinels.start(Duration.ofMinutes(1));
    }

    /**
     * As {@link #redisSentinels()}, for tests of what happens when the master changes.
     *
     * @param silence how long the master has to be silent before another takes its place
     * @return the running servers
     */
    public static RedisSentinels redisSentinels(Duration silence) {
        return RedisSentinels.start(requireNonNull(silence, "silence"));
    }

    /**
     * A Redis Cluster of masters without replicas. All nodes know where all slots are when this returns.
     *
     * @param masters how many
     * @return the running cluster
     * @throws IllegalArgumentException if it is less than one
     */
    public static RedisCluster redisCluster(int masters) {
        return RedisCluster.start(masters);
    }
}
