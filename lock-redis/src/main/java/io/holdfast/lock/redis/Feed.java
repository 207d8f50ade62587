package io.holdfast.lock.redis;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.redisson.client.BaseRedisPubSubListener;
import org.redisson.client.ChannelName;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisPubSubConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.handler.CommandPubSubDecoder;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.client.protocol.pubsub.PubSubType;

/** One connection on which a server sends messages. As a {@link Wire}, it is never used again once it has broken. */
@SuppressWarnings("FutureReturnValueIgnored") // of netty and Redisson; what has to be known of them is listened to
final class Feed {
    private final RedisPubSubConnection connection;
    private final Listener listener;

    private final Map<Inbox, CompletableFuture<Void>> inboxes = new ConcurrentHashMap<>();

    /** Hears what comes over the feed. */
    interface Listener {
        void message(String text);

        /** The server has ended the subscription, because the inbox is in a slot that has moved to another server. */
        void moved(Inbox inbox);

        /** Called once when the connection has ended, for whatever reason. */
        void ended();
    }

    private Feed(RedisPubSubConnection connection, Listener listener) {
        this.connection = connection;
        this.listener = listener;
    }

    static CompletableFuture<Feed> open(RedisClient client, Listener listener) {
        return client.connectPubSubAsync().toCompletableFuture().thenApply(connection -> {
            Feed feed = new Feed(connection, listener);
            connection.getChannel().closeFuture().addListener(closed -> {
                feed.broken();
                listener.ended();
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

    /** Completes when messages to the inbox are heard. What was refused is tried anew the next time. */
    CompletableFuture<Void> listen(Inbox inbox) {
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        // Who hears of a refusal may be here again before it is forgotten.
        inboxes.computeIfPresent(inbox, (any, before) -> before.isCompletedExceptionally() ? null : before);
        CompletableFuture<Void> known = inboxes.putIfAbsent(inbox, confirmed);
        if (known == null) {
            new Subscription(inbox, confirmed).start();
        }
        return known == null ? confirmed : known;
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

    private final class Subscription extends BaseRedisPubSubListener {
        private final Inbox inbox;
        private final ChannelName name;
        private final CompletableFuture<Void> confirmed;

        Subscription(Inbox inbox, CompletableFuture<Void> confirmed) {
            this.inbox = inbox;
            this.name = new ChannelName(inbox.channel());
            this.confirmed = confirmed;
        }

        void start() {
            confirmed.whenComplete((done, error) -> {
                if (error != null) {
                    end();
                }
            });
            connection.addListener(name, this);
            // Completed by Redisson if the server's error names the command, which it does if the user may not use it.
            CompletableFuture<Void> forbidden = new CompletableFuture<>();
            forbidden.exceptionally(error -> {
                confirmed.completeExceptionally(error);
                return null;
            });
            if (inbox.isSharded()) {
                hearOfTheEnd();
                connection.ssubscribe(forbidden, StringCodec.INSTANCE, name);
            } else {
                connection.subscribe(forbidden, StringCodec.INSTANCE, name);
            }
            // Redisson is silent about all other errors. But replies come in order: what this one overtakes will not come.
            connection.async(StringCodec.INSTANCE, RedisCommands.PING).whenComplete((pong, error) -> confirmed.completeExceptionally(
                    error != null ? error : new SubscriptionRefusedException(inbox.channel())));
            if (!isOpen()) {
                confirmed.completeExceptionally(ended());
            }
        }

        /** Redisson takes no notice of the end of a subscription that it has not asked for. */
        private void hearOfTheEnd() {
            CommandPubSubDecoder decoder = connection.getChannel().pipeline().get(CommandPubSubDecoder.class);
            if (decoder != null) {
                Object[] params = {name};
                decoder.addPubSubCommand(name, new CommandData<>(new CompletableFuture<>(), null, RedisCommands.SUNSUBSCRIBE, params));
            }
        }

        private void end() {
            inboxes.remove(inbox, confirmed);
            connection.removeListener(name, this);
        }

        @Override
        public void onStatus(PubSubType type, CharSequence to) {
            if (type == PubSubType.SUNSUBSCRIBE) {
                end();
                listener.moved(inbox);
            } else {
                confirmed.complete(null);
            }
        }

        @Override
        public void onMessage(CharSequence from, Object text) {
            listener.message((String) text);
        }
    }
}
