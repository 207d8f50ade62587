package io.holdfast.lock.redis;

import io.holdfast.lock.spi.AcquireOutcome;
import java.util.Locale;
import java.util.concurrent.CompletionException;
import org.redisson.client.RedisException;

/** Finds out before the first lock whether the user may do all that is needed, and names what is missing. */
final class Rights {
    private Rights() {}

    /**
     * Blocks until the server has answered. A server that can't answer now is no reason to fail: that is for whoever asks it for a
     * lock to hear.
     *
     * @param key of the first bucket, used by nobody
     * @throws RedisException if the user lacks a right
     */
    static void check(RedisTransport transport, RedisFailures failures, String key) {
        Inbox inbox = transport.inbox(0);
        String missing;
        try {
            missing = transport.run(Script.RIGHTS, 0, new String[] {key}, new String[] {inbox.publish(), inbox.channel() + ":rights"})
                    .toCompletableFuture().join();
        } catch (CompletionException failed) {
            Throwable cause = RedisFailures.unwrap(failed);
            // Where the slots of a cluster are was asked a moment ago, so that a channel is not refused for having moved.
            if (cause instanceof SubscriptionRefusedException || failures.outcome(failed) instanceof AcquireOutcome.Failed) {
                throw new RedisException(RedisFailures.brief(cause).getMessage(), failed);
            }
            return;
        }
        if (!missing.isEmpty()) {
            throw new RedisException("NOPERM the user lacks the right to: " + missing.toLowerCase(Locale.ROOT)
                    + " (on keys ~" + pattern(key) + " and channels &" + pattern(key) + ")");
        }
    }

    private static String pattern(String key) {
        return key.substring(0, key.indexOf(":{")) + ":*";
    }
}
