package io.holdfast.lock.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisClient;

/**
 * The channels that this client listens to on one server. When the connection breaks, another is made and subscribed to the same
 * channels, and whoever waits is told that messages may have been lost.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of netty and Redisson; what has to be known of them is listened to
final class Subscriptions implements Feed.Listener {
    private static final long FIRST_DELAY = Duration.ofMillis(20).toNanos();
    private static final long LONGEST_DELAY = Duration.ofSeconds(1).toNanos();

    private final RedisClient client;
    private final Consumer<String> message;
    private final Runnable gap;

    // Mutable state, written under this object's monitor
    private final Set<Inbox> wanted = ConcurrentHashMap.newKeySet();
    private volatile @Nullable CompletableFuture<Feed> feed;
    private boolean mending;
    private boolean closed;

    Subscriptions(RedisClient client, Consumer<String> message, Runnable gap) {
        this.client = client;
        this.message = message;
        this.gap = gap;
    }

    /** Whether messages to the inbox are heard. */
    boolean hears(Inbox inbox) {
        CompletableFuture<Feed> current = feed;
        Feed open = current == null || current.isCompletedExceptionally() ? null : current.getNow(null);
        return open != null && open.hears(inbox);
    }

    /** Completes when messages to the inbox are heard; at once if they will be heard when a broken connection is mended. */
    CompletableFuture<Void> listen(Inbox inbox) {
        wanted.add(inbox);
        CompletableFuture<Feed> known = feed;
        CompletableFuture<Feed> current = known != null ? known : start();
        return current == null ? CompletableFuture.completedFuture(null) : current.thenCompose(open -> open.listen(inbox));
    }

    /** Null while a broken connection is mended. */
    private synchronized @Nullable CompletableFuture<Feed> start() {
        if (feed == null && !mending) {
            feed = connect();
        }
        return feed;
    }

    private CompletableFuture<Feed> connect() {
        return closed
                ? CompletableFuture.failedFuture(new IOException("the client is closed"))
                : Feed.open(client, this).whenComplete((open, error) -> {
                    if (error != null) {
                        ended();
                    }
                });
    }

    @Override
    public void message(String text) {
        message.accept(text);
    }

    /** Whoever waits asks at once, is told where the slot is now, and listens there. */
    @Override
    public void moved(Inbox inbox) {
        wanted.remove(inbox);
        gap.run();
    }

    @Override
    public synchronized void ended() {
        if (!mending && !closed) {
            mending = true;
            feed = null;
            mendAfter(FIRST_DELAY);
        }
    }

    private void mendAfter(long delay) {
        client.getTimer().newTimeout(timer -> mend(delay), delay, TimeUnit.NANOSECONDS);
    }

    private void mend(long delay) {
        if (isClosed()) {
            return;
        }
        Feed.open(client, this).thenCompose(this::subscribeAll).whenComplete((open, error) -> {
            if (error != null || !mended(open)) {
                mendAfter(Math.min(2 * delay, LONGEST_DELAY));
            }
        });
    }

    private CompletableFuture<Feed> subscribeAll(Feed open) {
        CompletableFuture<?>[] heard = wanted.stream().map(inbox -> listenAgain(open, inbox)).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(heard).thenApply(all -> open).whenComplete((done, error) -> {
            if (error != null) {
                open.close();
            }
        });
    }

    /** What is refused now must not keep the rest from being heard: it may be in a slot that moved away meanwhile. */
    private CompletableFuture<Void> listenAgain(Feed open, Inbox inbox) {
        return open.listen(inbox).exceptionallyCompose(error -> {
            if (RedisFailures.unwrap(error) instanceof SubscriptionRefusedException) {
                wanted.remove(inbox);
                return CompletableFuture.completedFuture(null);
            }
            return CompletableFuture.failedFuture(error);
        });
    }

    /** False if it has broken again already. */
    private boolean mended(Feed open) {
        synchronized (this) {
            if (closed) {
                open.close();
                return true;
            }
            if (!open.isOpen()) {
                return false;
            }
            mending = false;
            feed = CompletableFuture.completedFuture(open);
        }
        // Those that came while this was mended have not been subscribed with the others.
        wanted.forEach(open::listen);
        gap.run();
        return true;
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    synchronized void close() {
        closed = true;
        CompletableFuture<Feed> current = feed;
        if (current != null) {
            current.thenAccept(Feed::close);
        }
    }
}
