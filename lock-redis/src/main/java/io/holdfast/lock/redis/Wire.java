package io.holdfast.lock.redis;

import io.netty.channel.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisConnection;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.CommandData;
import org.redisson.client.protocol.QueueCommand;
import org.redisson.client.protocol.RedisCommand;

/**
 * One connection on which commands follow each other without waiting for replies. When it breaks, or a reply does not come in
 * time, every command in flight fails; it is never used again. (Redisson would mend the connection in place, and leave what was
 * in flight without an answer until its time-out.)
 */
@SuppressWarnings("FutureReturnValueIgnored") // of netty and Redisson; what has to be known of them is listened to
final class Wire {
    private static final Duration CHECK = Duration.ofMillis(500);

    private final RedisConnection connection;
    private final long replyLimit;

    // Mutable state; each is thread safe by itself
    private final Set<Reply<?>> inFlight = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    // Mutable state of the thread that reads
    private @Nullable QueueCommand oldest;
    private int silentChecks;

    private Wire(RedisConnection connection, Duration replyLimit) {
        this.connection = connection;
        this.replyLimit = replyLimit.toNanos();
    }

    static CompletableFuture<Wire> open(RedisClient client, Duration replyLimit) {
        return client.connectAsync().toCompletableFuture().thenApply(connection -> {
            Wire wire = new Wire(connection, replyLimit);
            wire.watch(connection.getChannel());
            return wire;
        }).exceptionallyCompose(error -> CompletableFuture.failedFuture(inOurWords(error, client)));
    }

    /** A server that takes a connection and says nothing is as silent as one that stops in the middle. */
    private static Throwable inOurWords(Throwable error, RedisClient client) {
        Throwable cause = RedisFailures.unwrap(error);
        return cause instanceof RedisTimeoutException
                ? new IOException("no reply from " + client.getAddr() + " on a new connection within "
                        + Duration.ofMillis(client.getConfig().getCommandTimeout()), cause)
                : cause;
    }

    private void watch(Channel channel) {
        ScheduledFuture<?> checks = channel.eventLoop()
                .scheduleWithFixedDelay(this::closeIfSilent, CHECK.toNanos(), CHECK.toNanos(), TimeUnit.NANOSECONDS);
        channel.closeFuture().addListener(end -> {
            checks.cancel(false);
            broken(new IOException("the connection to " + address() + " ended before the reply came"));
        });
    }

    boolean isOpen() {
        return !closed;
    }

    <T> CompletableFuture<T> send(RedisCommand<T> command, Object[] params) {
        Reply<T> reply = new Reply<>(inFlight);
        inFlight.add(reply);
        connection.send(new CommandData<T, T>(reply, StringCodec.INSTANCE, command, params)).addListener(written -> {
            if (!written.isSuccess()) {
                reply.completeExceptionally(written.cause());
            }
        });
        if (closed) {
            reply.completeExceptionally(new IOException("the connection to " + address() + " has ended"));
        }
        return reply;
    }

    void close() {
        broken(new IOException("the connection to " + address() + " was closed"));
    }

    /**
     * Replies come in the order of the commands, so a server that answers at all changes which one is the oldest. How long a
     * command has waited behind others says nothing: a burst of them would break the connection, and the next one, and so on.
     * Nor does a pause of this thread, whose clock is the number of times that it has come by and read what was there.
     */
    private void closeIfSilent() {
        QueueCommand first = connection.getCurrentCommandData();
        silentChecks = first != null && first == oldest ? silentChecks + 1 : 0;
        oldest = first;
        if (silentChecks * CHECK.toNanos() >= replyLimit) {
            broken(new IOException("no reply from " + address() + " within " + Duration.ofNanos(replyLimit)));
        }
    }

    /**
     * Closing the connection as well as the channel keeps Redisson from reconnecting it. Not before the replies have their reason: it
     * would be that the connection has ended.
     */
    private void broken(IOException why) {
        closed = true;
        inFlight.forEach(reply -> reply.completeExceptionally(why));
        connection.closeAsync();
    }

    private Object address() {
        return connection.getRedisClient().getAddr();
    }
}
