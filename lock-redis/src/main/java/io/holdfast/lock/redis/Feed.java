package io.holdfast.lock.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.redisson.client.BaseRedisPubSubListener;
import org.redisson.client.ChannelName;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.pubsub.PubSubType;

/** One connection on which a server sends messages. As a {@link Wire}, it is never used again once it has broken. */
@SuppressWarnings("FutureReturnValueIgnored") // of netty and Redisson; what has to be known of them is listened to
final class Feed {
    private final RedisPubSubConnection connection;
    private final Consumer<String> message;

    private final Map<Inbox, CompletableFuture<Void>> inboxes = new ConcurrentHashMap<>();

    private Feed(RedisPubSubConnection connection, Consumer<String> message) {
        this.connection = connection;
        this.message = message;
    }

    /** @param end is run once when the connection has ended, for whatever reason */
    static CompletableFuture<Feed> open(RedisClient client, Consumer<String> message, Runnable end) {
        return client.connectPubSubAsync().toCompletableFuture().thenApply(connection -> {
            Feed feed = new Feed(connection, message);
            connection.getChannel().closeFuture().addListener(closed -> {
                feed.broken();
                end.run();
            });
            return feed;
        });
    }

    boolean isOpen() {
        return connection.isActive();
    }

    /** Whether messages to the inbox are heard. */
    boolean hears(Inbox inbox) {
        CompletableFuture<Void> known = inboxes.get(inbox);
        return known != null && known.isDone() && !known.isCompletedExceptionally();
    }

    /** Completes when messages to the inbox are heard. */
    CompletableFuture<Void> listen(Inbox inbox) {
        CompletableFuture<Void> listening = inboxes.computeIfAbsent(inbox, this::subscribe);
        // What was refused may be allowed the next time.
        listening.whenComplete((heard, error) -> {
            if (error != null) {
                inboxes.remove(inbox, listening);
            }
        });
        return listening;
    }

    private CompletableFuture<Void> subscribe(Inbox inbox) {
        ChannelName name = new ChannelName(inbox.channel());
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        BaseRedisPubSubListener listener = new BaseRedisPubSubListener() {
            @Override
            public void onStatus(PubSubType type, CharSequence to) {
                confirmed.complete(null);
            }

            @Override
            public void onMessage(CharSequence from, Object text) {
                message.accept((String) text);
            }
        };
        connection.addListener(name, listener);
        if (inbox.isSharded()) {
            connection.ssubscribe(StringCodec.INSTANCE, name);
        } else {
            connection.subscribe(StringCodec.INSTANCE, name);
        }
        if (!isOpen()) {
            confirmed.completeExceptionally(ended());
        }
        return confirmed.orTimeout(connection.getRedisClient().getCommandTimeout(), TimeUnit.MILLISECONDS)
                .exceptionallyCompose(error -> {
                    // If it is confirmed after all, another attempt will hear the messages.
                    connection.removeListener(name, listener);
                    return CompletableFuture.failedFuture(explained(inbox.channel(), error));
                });
    }

    /** The client library says nothing when the server refuses a subscription, so the usual reason is named here. */
    private Throwable explained(String channel, Throwable error) {
        return error instanceof TimeoutException
                ? new IOException("subscription to the channel '" + channel + "' was not confirmed within "
                        + Duration.ofMillis(connection.getRedisClient().getCommandTimeout())
                        + "; may this user listen to it (ACL rule &" + channel.substring(0, channel.indexOf(':') + 1) + "*)?", error)
                : error;
    }

    void close() {
        broken();
    }

    /** Closing the connection as well as the channel keeps Redisson from reconnecting it. */
    private void broken() {
        connection.closeAsync();
        inboxes.values().forEach(each -> each.completeExceptionally(ended()));
    }

    private IOException ended() {
        return new IOException("the connection to " + connection.getRedisClient().getAddr() + " has ended");
    }
}
