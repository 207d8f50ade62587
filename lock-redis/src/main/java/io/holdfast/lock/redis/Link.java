package io.holdfast.lock.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisClient;
import org.redisson.client.protocol.RedisCommand;

/** A way to a server: a {@link Wire} that is made when it is needed, and another one when it has broken. */
@SuppressWarnings("FutureReturnValueIgnored") // of netty and Redisson; what has to be known of them is listened to
final class Link {
    private final RedisClient client;
    private final Duration replyLimit;

    // Mutable state, written under this object's monitor
    private volatile @Nullable CompletableFuture<Wire> wire;
    private boolean closed;

    Link(RedisClient client, Duration replyLimit) {
        this.client = client;
        this.replyLimit = replyLimit;
    }

    <T> CompletableFuture<T> send(RedisCommand<T> command, Object... params) {
        Wire open = openWire();
        return open != null ? open.send(command, params) : wire().thenCompose(made -> made.send(command, params));
    }

    private @Nullable Wire openWire() {
        CompletableFuture<Wire> current = wire;
        Wire open = current == null || current.isCompletedExceptionally() ? null : current.getNow(null);
        return open != null && open.isOpen() ? open : null;
    }

    /** The connection, or the attempt to make it that is under way. */
    synchronized CompletableFuture<Wire> wire() {
        CompletableFuture<Wire> current = wire;
        if (closed) {
            return CompletableFuture.failedFuture(new IOException("the client is closed"));
        }
        if (current == null || (current.isDone() && openWire() == null)) {
            current = Wire.open(client, replyLimit);
            wire = current;
        }
        return current;
    }

    synchronized void close() {
        closed = true;
        CompletableFuture<Wire> current = wire;
        if (current != null) {
            current.thenAccept(Wire::close);
        }
    }
}
