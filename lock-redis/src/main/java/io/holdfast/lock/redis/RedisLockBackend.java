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
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.RedissonClient;

/**
 * Locks on Redis. Each question is one script, so one round trip and one atomic step; what each does, and what happens when its
 * reply is lost, is said in its file. This class knows what the answers and messages mean for the acquisitions under way.
 *
 * <p>A grant comes as the reply to an acquire, as a message in the inbox after a wait, or, if that message was lost, as the answer
 * to the {@link Lookout}'s question. Whichever comes first counts.
 *
 * <p>Thread safe; blocks only in {@code open} and {@code close}.
 */
public final class RedisLockBackend implements LockBackend {
    private static final int RENEWALS_PER_SCRIPT = 500;
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final RedisTransport transport;
    private final Keyspace keyspace;
    private final RedisFailures failures;
    private final int replicas;
    private final BackendInfo info;
    private final String[] routes;
    private final Lookout lookout;

    // Mutable state; each is thread safe by itself
    private final Map<String, Claim> claims = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    RedisLockBackend(RedisTransport transport, RedisSettings settings, String clientId) {
        this.transport = transport;
        this.keyspace = settings.keyspace();
        this.failures = new RedisFailures(settings.topology());
        this.replicas = settings.replicas();
        this.routes = IntStream.range(0, Keyspace.BUCKETS)
                .mapToObj(bucket -> Ticket.route(transport.inbox(bucket), keyspace.alive(bucket, clientId))).toArray(String[]::new);
        this.info = new BackendInfo(settings.topology().backend(), settings.address(), transport.version(), EnumSet.allOf(Capability.class),
                LockOptions.MIN_LEASE, LockOptions.MAX_LEASE);
        this.lookout = new Lookout(transport, new LookAnswers());
        transport.listen(this::heard, lookout::lookAtAll);
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
            Rights.check(backend.transport, backend.failures, settings.keyspace().alive(0, clientId));
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

    // ---- acquiring

    @Override
    public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        Keyspace.LockKeys keys = keyspace.of(acquisition.name());
        Claim claim = new Claim(acquisition, events, keys, ticket(acquisition, keys));
        // Before it is sent, because its grant may arrive on the other connection before its reply does on this one.
        Claim repeated = claims.put(claim.id(), claim);
        if (repeated != null) {
            lookout.forget(repeated);
        }
        ask(claim);
        return claim.outcome();
    }

    private void ask(Claim claim) {
        long sentAt = System.nanoTime();
        String[] keys = keys(claim.keys());
        String[] args = {claim.id(), claim.ticket(), claim.leaseMillis(), claim.acquisition().waits() ? "1" : "0"};
        if (replicas == 0) {
            transport.run(Script.ACQUIRE, claim.keys().bucket(), keys, args)
                    .whenComplete((reply, error) -> answered(claim, sentAt, reply, error));
        } else {
            transport.runReplicated(Script.ACQUIRE, claim.keys().bucket(), keys, args, replicas)
                    .whenComplete((reply, error) -> answeredByReplicas(claim, sentAt, reply, error));
        }
    }

    private void answered(Claim claim, long sentAt, @Nullable Long reply, @Nullable Throwable error) {
        if (reply == null) {
            end(claim, failures.outcome(requireNonNull(error)));
        } else {
            taken(claim, sentAt, reply);
        }
    }

    private void answeredByReplicas(Claim claim, long sentAt, RedisTransport.@Nullable Replicated<Long> reply, @Nullable Throwable error) {
        if (reply == null || reply.answer() <= 0 || reply.replicas() >= replicas) {
            answered(claim, sentAt, reply == null ? null : reply.answer(), error);
        } else {
            giveBackUnreplicated(claim, reply.replicas());
        }
    }

    /** The lock was granted, but would not outlive the master. It is given back before anybody is told. */
    private void giveBackUnreplicated(Claim claim, int seen) {
        IllegalStateException cause = new IllegalStateException("the lock was granted by the master, but only " + seen + " of "
                + replicas + " replicas confirmed it in time; it was given back");
        endOnServer(claim).whenComplete((released, error) ->
                end(claim, error == null ? new AcquireOutcome.Failed(cause) : new AcquireOutcome.Unknown(cause)));
    }

    /** Takes the answer of {@code acquire.lua} or {@code look.lua}. */
    private void taken(Claim claim, long sentAt, long reply) {
        if (claim.isReleased() || claims.get(claim.id()) != claim) {
            endOnServerAgain(claim);
        } else if (reply > 0) {
            grant(claim, reply, sentAt, claim.acquisition().lease());
        } else if (claim.acquisition().waits()) {
            stillWaiting(claim, sentAt, -reply);
        } else {
            end(claim, AcquireOutcome.REFUSED);
        }
    }

    private void grant(Claim claim, long token, long since, Duration lease) {
        lookout.forget(claim);
        claim.outcome().complete(new AcquireOutcome.Granted(token, since, lease));
    }

    private void stillWaiting(Claim claim, long sentAt, long ownerMillisLeft) {
        if (claim.isWaiting()) {
            claim.waitedAt(sentAt);
            lookout.watch(claim, ownerMillisLeft);
            claim.events().waiting();
        }
        if (!claim.isWaiting() || claim.isReleased() || claims.get(claim.id()) != claim) {
            lookout.forget(claim);
        }
    }

    /** Forgets the claim and says what became of it. */
    private void end(Claim claim, AcquireOutcome outcome) {
        claims.remove(claim.id(), claim);
        lookout.forget(claim);
        claim.outcome().complete(outcome);
    }

    private final class LookAnswers implements Lookout.Answers {
        @Override
        public void take(Claim claim, long sentAt, long reply) {
            if (reply > 0 && replicas > 0 && claim.isWaiting()) {
                ask(claim);
            } else {
                taken(claim, sentAt, reply);
            }
        }

        /** The engine asks anew under the same id, which keeps the place in line. */
        @Override
        public void fail(Claim claim, Throwable error) {
            if (claim.isWaiting()) {
                end(claim, failures.outcome(error));
            }
        }
    }

    // ---- messages

    /** {@code granted <id> <token> <lease ms> <lock key>} or {@code lost <id>}. */
    private void heard(String message) {
        String[] words = message.split(" ", 5);
        Claim claim = claims.get(words[1]);
        if (words[0].equals("lost")) {
            if (claim != null && claims.remove(claim.id(), claim)) {
                claim.events().lost();
            }
        } else if (claim == null) {
            endStray(words[1], words[4]);
        } else if (claim.isReleased()) {
            endOnServerAgain(claim);
        } else if (replicas > 0) {
            ask(claim);
        } else {
            grant(claim, Long.parseLong(words[2]), claim.waitedAt(), Duration.ofMillis(Long.parseLong(words[3])));
        }
    }

    // ---- renewing

    @Override
    public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
        List<Renewal> renewals = new ArrayList<>(grants.size());
        for (Acquisition grant : grants) {
            renewals.add(new Renewal(grant, keyspace.of(grant.name()), grant.id().toString()));
        }
        CompletableFuture<?>[] scripts = Batches.of(renewals, transport, each -> each.keys.bucket(), RENEWALS_PER_SCRIPT).stream()
                .map(this::renewTogether).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(scripts).thenApply(all -> renewals.stream().map(each -> each.answer).toList());
    }

    private CompletableFuture<?> renewTogether(List<Renewal> batch) {
        String[] keys = batch.stream().map(each -> each.keys.lock()).toArray(String[]::new);
        String[] args = new String[2 * batch.size()];
        for (int i = 0; i < batch.size(); i++) {
            args[2 * i] = batch.get(i).id;
            args[2 * i + 1] = Long.toString(batch.get(i).grant.lease().toMillis());
        }
        return transport.run(Script.RENEW, batch.get(0).keys.bucket(), keys, args).handle((reply, error) -> {
            for (int i = 0; i < batch.size(); i++) {
                batch.get(i).answer = renewed(batch.get(i), reply, i, error);
            }
            return reply;
        }).toCompletableFuture();
    }

    private Answer renewed(Renewal renewal, @Nullable String reply, int index, @Nullable Throwable error) {
        if (reply == null || index >= reply.length()) {
            return Answer.unknown(error != null ? RedisFailures.unwrap(error) : new IllegalStateException("the server answered for fewer"));
        }
        if (reply.charAt(index) == '1') {
            return Answer.YES;
        }
        claims.remove(renewal.id);
        return Answer.NO;
    }

    private static final class Renewal {
        private final Acquisition grant;
        private final Keyspace.LockKeys keys;
        private final String id;
        private volatile Answer answer = Answer.unknown(new IllegalStateException("not asked"));

        Renewal(Acquisition grant, Keyspace.LockKeys keys, String id) {
            this.grant = grant;
            this.keys = keys;
            this.id = id;
        }
    }

    // ---- releasing

    @Override
    public CompletionStage<Answer> release(Acquisition acquisition) {
        Claim claim = claims.get(acquisition.id().toString());
        if (claim == null) {
            Keyspace.LockKeys keys = keyspace.of(acquisition.name());
            return endOnServer(keys, acquisition.id().toString(), ticket(acquisition, keys)).handle(RedisLockBackend::answer);
        }
        claim.markReleased();
        lookout.forget(claim);
        return endOnServer(claim).handle((reply, error) -> {
            claims.remove(claim.id(), claim);
            claim.outcome().complete(AcquireOutcome.WITHDRAWN);
            claim.releaseAnswered().complete(null);
            return answer(reply, error);
        });
    }

    /**
     * An answer has come for a claim that was released meanwhile: the release may have been overtaken by the request. Not before
     * the release was answered, because of the two the one that comes first is told what became of the grant.
     */
    private void endOnServerAgain(Claim claim) {
        if (claim.isReleased()) {
            CompletionStage<Void> answered = claim.releaseAnswered();
            answered.thenRun(() -> endOnServer(claim));
        }
    }

    private CompletionStage<Long> endOnServer(Claim claim) {
        return endOnServer(claim.keys(), claim.id(), claim.ticket());
    }

    private CompletionStage<Long> endOnServer(Keyspace.LockKeys keys, String id, String ticket) {
        return transport.run(Script.RELEASE, keys.bucket(), keys(keys), new String[] {id, ticket});
    }

    /** A grant for a claim that is over here: its release was overtaken by its request. Nobody would ever give it back. */
    private void endStray(String id, String lockKey) {
        Keyspace.LockKeys keys = keyspace.ofLockKey(lockKey);
        endOnServer(keys, id, "");
    }

    // ---- operators

    @Override
    public CompletionStage<LockSnapshot> inspect(String name) {
        Keyspace.LockKeys keys = keyspace.of(name);
        return transport.run(Script.INSPECT, keys.bucket(), new String[] {keys.lock(), keys.line()}, new String[0])
                .thenApply(Snapshots::parse);
    }

    @Override
    public CompletionStage<Answer> forceRelease(String name) {
        Keyspace.LockKeys keys = keyspace.of(name);
        return transport.run(Script.BREAK, keys.bucket(), keys(keys), new String[0]).handle(RedisLockBackend::answer);
    }

    // ---- closing

    /** Leaves all lines, as far as the server answers soon, and closes the connections. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            CompletableFuture<?>[] leaving = List.copyOf(lookout.waiting()).stream()
                    .map(claim -> release(claim.acquisition()).toCompletableFuture()).toArray(CompletableFuture<?>[]::new);
            try {
                CompletableFuture.allOf(leaving).get(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException late) {
                // The server takes a client that does not ask any more out of its lines by itself.
            }
            transport.close();
            claims.values().forEach(claim -> claim.outcome().complete(AcquireOutcome.WITHDRAWN));
            claims.clear();
        }
    }

    private String ticket(Acquisition acquisition, Keyspace.LockKeys keys) {
        return Ticket.of(acquisition, routes[keys.bucket()]);
    }

    private static String[] keys(Keyspace.LockKeys keys) {
        return new String[] {keys.lock(), keys.line(), keys.mark()};
    }

    private static Answer answer(@Nullable Long reply, @Nullable Throwable error) {
        if (reply == null) {
            return Answer.unknown(RedisFailures.unwrap(requireNonNull(error)));
        }
        return reply == 1 ? Answer.YES : Answer.NO;
    }
}
