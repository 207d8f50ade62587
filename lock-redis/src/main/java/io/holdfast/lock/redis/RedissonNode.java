package io.holdfast.lock.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.redisson.client.RedisClient;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisStrictCommand;

/** One server: a connection for commands and one for messages. */
@SuppressWarnings("FutureReturnValueIgnored") // of netty and Redisson; what has to be known of them is listened to
final class RedissonNode {
    private static final RedisCommand<Long> WAIT = new RedisStrictCommand<>("WAIT");
    /** How long replicas have to confirm a grant. */
    private static final Duration REPLICA_LIMIT = Duration.ofSeconds(1);
    /** Commands behind each other that all wait for replicas which are not there. */
    private static final int WAITS_IN_A_ROW = 30;

    private final RedisClient client;
    private final Link commands;
    /** WAIT holds up what comes behind it on its connection: renewals and releases must not come behind it. */
    private final Link replicated;
    private final Subscriptions subscriptions;

    RedissonNode(RedisClient client, Duration replyLimit, Consumer<String> message, Runnable gap) {
        this.client = client;
        this.commands = new Link(client, replyLimit);
        this.replicated = new Link(client, REPLICA_LIMIT.multipliedBy(WAITS_IN_A_ROW));
        this.subscriptions = new Subscriptions(client, message, gap);
    }

    <T> CompletableFuture<T> send(RedisCommand<T> command, Object... params) {
        return commands.send(command, params);
    }

    /** Sends the command once messages to the inbox are heard. */
    <T> CompletableFuture<T> send(Inbox inbox, RedisCommand<T> command, Object... params) {
        return subscriptions.hears(inbox)
                ? commands.send(command, params)
                : subscriptions.listen(inbox).thenCompose(heard -> commands.send(command, params));
    }

    /** The same, and WAIT right behind it. */
    <T> CompletableFuture<RedisTransport.Replicated<T>> sendReplicated(
            Inbox inbox, int replicas, RedisCommand<T> command, Object... params) {
        return subscriptions.listen(inbox).thenCompose(heard -> replicated.wire()).thenCompose(wire -> {
            CompletableFuture<T> answer = wire.send(command, params);
            CompletableFuture<Long> confirmed = wire.send(WAIT, new Object[] {replicas, REPLICA_LIMIT.toMillis()});
            return answer.thenCombine(confirmed, (given, count) -> new RedisTransport.Replicated<>(given, count.intValue()));
        });
    }

    void close() {
        commands.close();
        replicated.close();
        subscriptions.close();
        client.shutdownAsync();
    }
}
