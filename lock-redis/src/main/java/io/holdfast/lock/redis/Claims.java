package io.holdfast.lock.redis;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The acquisitions of a client, and what answers and messages mean for them. A grant comes as the reply to an acquire, as a message
 * in the inbox after a wait, or, if that message was lost, as the answer to the {@link Lookout}'s question. Whichever comes first
 * counts.
 */
final class Claims {
    private static final System.Logger LOG = System.getLogger("io.holdfast.lock.redis");

    private final RedisTransport transport;
    private final Keyspace keyspace;
    private final RedisFailures failures;
    private final int replicas;
    private final String[] routes;
    private final Lookout lookout;

    // Mutable state, thread safe by itself
    private final Map<String, Claim> claims = new ConcurrentHashMap<>();

    Claims(RedisTransport transport, RedisSettings settings, String clientId) {
        this.transport = transport;
        this.keyspace = settings.keyspace();
        this.failures = new RedisFailures(settings.topology());
        this.replicas = settings.replicas();
        this.routes = IntStream.range(0, Keyspace.BUCKETS)
                .mapToObj(bucket -> Ticket.route(transport.inbox(bucket), keyspace.alive(bucket, clientId))).toArray(String[]::new);
        this.lookout = new Lookout(transport, new LookAnswers());
        transport.listen(this::heard, lookout::lookAtAll);
    }

    // ---- acquiring

    CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        Keyspace.LockKeys keys = keyspace.of(acquisition.name());
        Claim claim = new Claim(acquisition, events, keys, ticket(acquisition, keys));
        // Before it is sent, because its grant may arrive on the other connection before its reply does on this one.
        Claim former = claims.putIfAbsent(claim.id(), claim);
        if (former != null) {
            claim.succeed(former);
            lookout.forget(former);
            claims.put(claim.id(), claim);
        }
        ask(claim);
        return claim.outcome();
    }

    private void ask(Claim claim) {
        long sentAt = System.nanoTime();
        String[] keys = claim.keys().all();
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
            endOnServerAgain(claim);
            end(claim, failures.outcome(requireNonNull(error)));
        } else {
            taken(claim, sentAt, reply);
        }
    }

    private void answeredByReplicas(Claim claim, long sentAt, RedisTransport.@Nullable Replicated<Long> reply, @Nullable Throwable error) {
        if (reply == null || reply.answer() <= 0 || reply.replicas() >= replicas || claim.isReleased() || !claim.isWaiting()) {
            answered(claim, sentAt, reply == null ? null : reply.answer(), error);
        } else {
            giveBackUnreplicated(claim, reply.replicas());
        }
    }

    /**
     * The lock was granted, but would not outlive the master. It is given back before anybody is told. Message and look may both
     * have asked: the one that is answered first decides, and from here on no answer can grant it.
     */
    private void giveBackUnreplicated(Claim claim, int seen) {
        IllegalStateException cause = new IllegalStateException("the lock was granted by the master, but only " + seen + " of "
                + replicas + " replicas confirmed it in time; it was given back");
        claim.markReleased();
        endOnServer(claim).whenComplete((released, error) -> {
            end(claim, error == null ? new AcquireOutcome.Failed(cause) : new AcquireOutcome.Unknown(cause));
            claim.releaseAnswered().complete(null);
        });
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
            claim.waited(sentAt);
            lookout.watch(claim, ownerMillisLeft);
            claim.events().waiting();
        }
        if (!claim.isWaiting() || claim.isReleased() || claims.get(claim.id()) != claim) {
            lookout.forget(claim);
        }
    }

    /**
     * Says what became of the claim, and forgets it unless that is unknown: then the engine will ask again or release it, and a
     * grant that is pushed meanwhile must be left for it to find.
     */
    private void end(Claim claim, AcquireOutcome outcome) {
        if (!(outcome instanceof AcquireOutcome.Unknown)) {
            claims.remove(claim.id(), claim);
        }
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
            endOnServerAgain(claim);
            if (claim.isWaiting()) {
                end(claim, failures.outcome(error));
            }
        }
    }

    // ---- messages

    /** Whatever is wrong with a message, the next one must be heard. */
    private void heard(String message) {
        try {
            take(message);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, () -> "A message that can't be understood: " + message, e);
        }
    }

    /** {@code granted <id> <token> <lease ms> <lock key>} or {@code lost <id>}. */
    private void take(String message) {
        String[] words = message.split(" ", 5);
        Claim claim = claims.get(words[1]);
        if (words[0].equals("lost")) {
            if (claim != null && claims.remove(claim.id(), claim)) {
                claim.events().lost();
                // If the grant itself was not heard of yet, the engine has to ask anew.
                end(claim, new AcquireOutcome.Unknown(new IllegalStateException("the lock was taken away before its grant was heard of")));
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

    // ---- releasing

    CompletionStage<Answer> release(Acquisition acquisition) {
        Claim claim = claims.get(acquisition.id().toString());
        if (claim == null) {
            Keyspace.LockKeys keys = keyspace.of(acquisition.name());
            return endOnServer(keys, acquisition.id().toString(), ticket(acquisition, keys)).handle(RedisFailures::answer);
        }
        claim.markReleased();
        lookout.forget(claim);
        return endOnServer(claim).handle((reply, error) -> {
            claims.remove(claim.id(), claim);
            claim.outcome().complete(AcquireOutcome.WITHDRAWN);
            claim.releaseAnswered().complete(null);
            return RedisFailures.answer(reply, error);
        });
    }

    /**
     * An answer has come for a claim that was released meanwhile, or will not come: the release may have been overtaken by the
     * request. Not before the release was answered, because of the two the one that comes first is told what became of the grant.
     * Does nothing if the claim was not released.
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
        return transport.run(Script.RELEASE, keys.bucket(), keys.all(), new String[] {id, ticket});
    }

    /** A grant for a claim that is over here: its release was overtaken by its request. Nobody would ever give it back. */
    private void endStray(String id, String lockKey) {
        Keyspace.LockKeys keys = keyspace.ofLockKey(lockKey);
        endOnServer(keys, id, "");
    }

    /** The server has said that there is no such grant any more. */
    void forget(Acquisition grant) {
        claims.remove(grant.id().toString());
    }

    // ---- closing

    /** Leaves all lines; completes when the server has answered. */
    CompletableFuture<Void> leaveLines() {
        return CompletableFuture.allOf(List.copyOf(lookout.waiting()).stream()
                .map(claim -> release(claim.acquisition()).toCompletableFuture()).toArray(CompletableFuture<?>[]::new));
    }

    /** Nobody will hear of them any more. */
    void abandon() {
        claims.values().forEach(claim -> claim.outcome().complete(AcquireOutcome.WITHDRAWN));
        claims.clear();
    }

    private String ticket(Acquisition acquisition, Keyspace.LockKeys keys) {
        return Ticket.of(acquisition, routes[keys.bucket()]);
    }
}
