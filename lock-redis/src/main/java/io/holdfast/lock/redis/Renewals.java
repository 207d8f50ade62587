package io.holdfast.lock.redis;

import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One renewal of many grants, in as few scripts as the servers allow. A script that stays without answer leaves only its own open. */
final class Renewals {
    /** So that no script keeps the server from others for much longer than a millisecond. */
    private static final int BATCH = 500;

    private final RedisTransport transport;
    private final List<Acquisition> grants;
    private final Keyspace.LockKeys[] keys;

    // Mutable state; each element is written once, before the script's stage completes
    private final Answer[] answers;

    Renewals(RedisTransport transport, Keyspace keyspace, List<Acquisition> grants) {
        this.transport = transport;
        this.grants = grants;
        this.keys = grants.stream().map(grant -> keyspace.of(grant.name())).toArray(Keyspace.LockKeys[]::new);
        this.answers = new Answer[grants.size()];
    }

    /** Completes with an answer for each, in the order of the grants. */
    CompletionStage<List<Answer>> send() {
        List<Integer> all = IntStream.range(0, grants.size()).boxed().toList();
        CompletableFuture<?>[] scripts = Batches.of(all, transport, at -> keys[at].bucket(), BATCH).stream()
                .map(this::send).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(scripts).thenApply(done -> Arrays.asList(answers));
    }

    private CompletableFuture<?> send(List<Integer> batch) {
        String[] locks = batch.stream().map(at -> keys[at].lock()).toArray(String[]::new);
        String[] args = batch.stream().map(grants::get)
                .flatMap(grant -> Stream.of(grant.id().toString(), Long.toString(grant.lease().toMillis()))).toArray(String[]::new);
        return transport.run(Script.RENEW, keys[batch.get(0)].bucket(), locks, args).handle((reply, error) -> {
            for (int i = 0; i < batch.size(); i++) {
                answers[batch.get(i)] = answer(reply, i, error);
            }
            return reply;
        }).toCompletableFuture();
    }

    private static Answer answer(@Nullable String reply, int at, @Nullable Throwable error) {
        if (reply == null || at >= reply.length()) {
            return Answer.unknown(error != null ? RedisFailures.unwrap(error) : new IllegalStateException("the server answered for fewer"));
        }
        return reply.charAt(at) == '1' ? Answer.YES : Answer.NO;
    }
}
