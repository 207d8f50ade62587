package io.holdfast.lock.redis;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.Capability;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockSnapshot;
import io.holdfast.lock.spi.LockUrl;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.redisson.api.RedissonClient;

/**
 * Locks on Redis. Each question is one script, so one round trip and one atomic step; what each does, and what happens when its
 * reply is lost, is said in its file.
 *
 * <p>Thread safe; blocks only in {@code open} and {@code close}.
 */
public final class RedisLockBackend implements LockBackend {
    /** Replication is behind the master, and keys end by the wall clock of the server. */
    private static final Set<Capability> CAPABILITIES =
            EnumSet.complementOf(EnumSet.of(Capability.DURABLE_GRANTS, Capability.STEADY_LEASES));

    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final RedisTransport transport;
    private final Keyspace keyspace;
    private final Claims claims;
    private final BackendInfo info;
    private final AtomicBoolean closed = new AtomicBoolean();

    RedisLockBackend(RedisTransport transport, RedisSettings settings, String clientId) {
        this.transport = transport;
        this.keyspace = settings.keyspace();
        this.claims = new Claims(transport, settings, clientId);
        this.info = new BackendInfo(settings.topology().backend(), settings.address(), transport.version(), CAPABILITIES,
                LockOptions.MIN_LEASE, LockOptions.MAX_LEASE);
    }

    /**
     * Connects by URL, as {@code LockClient.connect} does. Blocks until the server has answered.
     *
     * @throws io.holdfast.lock.LockConfigurationException if the URL is bad
     * @throws org.redisson.client.RedisException if the server can't be reached or refuses
     */
    public static RedisLockBackend open(String url) {
        return open(RedisSettings.of(LockUrl.parse(requireNonNull(url, "url"))));
    }

    static RedisLockBackend open(RedisSettings settings) {
        return on(RedissonHandle.open(settings), settings);
    }

    /**
     * Uses a Redisson client that is there already, with its servers, credentials and threads. It stays the caller's: closing the
     * backend closes only what the backend has opened.
     */
    public static RedisLockBackendBuilder builder(RedissonClient redisson) {
        return new RedisLockBackendBuilder(requireNonNull(redisson, "redisson"));
    }

    static RedisLockBackend on(RedissonHandle redisson, RedisSettings settings) {
        byte[] random = new byte[8];
        new SecureRandom().nextBytes(random);
        String clientId = HexFormat.of().formatHex(random);
        RedisLockBackend backend = new RedisLockBackend(new RedissonTransport(redisson, settings, clientId), settings, clientId);
        try {
            Rights.check(backend.transport, new RedisFailures(settings.topology()), settings.keyspace().alive(0, clientId));
            return backend;
        } catch (RuntimeException failed) {
            backend.close();
            throw failed;
        }
    }

    @Override
    public BackendInfo info() {
        return info;
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        return claims.acquire(acquisition, events);
    }

    @Override
    public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
        return new Renewals(transport, keyspace, grants).send().thenApply(answers -> {
            for (int i = 0; i < answers.size(); i++) {
                if (answers.get(i) == Answer.NO) {
                    claims.forget(grants.get(i));
                }
            }
            return answers;
        });
    }

    @Override
    public CompletionStage<Answer> release(Acquisition acquisition) {
        return claims.release(acquisition);
    }

    @Override
    public CompletionStage<LockSnapshot> inspect(String name) {
        Keyspace.LockKeys keys = keyspace.of(name);
        return transport.run(Script.INSPECT, keys.bucket(), new String[] {keys.lock(), keys.line()}, new String[0])
                .thenApply(Snapshots::parse);
    }

    @Override
    public CompletionStage<Answer> forceRelease(String name) {
        Keyspace.LockKeys keys = keyspace.of(name);
        return transport.run(Script.BREAK, keys.bucket(), keys.all(), new String[0]).handle(RedisFailures::answer);
    }

    /** Leaves all lines, as far as the server answers soon, and closes the connections. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                claims.leaveLines().get(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException late) {
                // The server takes a client that does not ask any more out of its lines by itself.
            }
            transport.close();
            claims.abandon();
        }
    }
}
