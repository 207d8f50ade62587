package io.holdfast.lock.redis;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Answer;
import java.security.cert.CertificateException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.redisson.client.RedisAuthRequiredException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisReadonlyException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.RedisWrongPasswordException;

/** What an error of the server or of the client library means for an acquisition. */
final class RedisFailures {
    /** Errors with which the server says that it did not run the script and will not: rights, types, a disk it can't save to. */
    private static final Pattern REFUSAL =
            Pattern.compile("(NOPERM|NOAUTH|WRONGPASS|WRONGTYPE|MISCONF|DENIED|-?ERR The user executing the script can't)\\b.*",
                    Pattern.DOTALL);
    /** Where what the server has said ends, and what Redisson adds begins: the connection, the command and all its parameters. */
    private static final String ADDITION = ". channel: [";

    private final RedisTopology topology;

    RedisFailures(RedisTopology topology) {
        this.topology = topology;
    }

    /**
     * Failed only where the server has certainly refused the script before its first write and would refuse it again. All else is
     * unknown: broken connections, silence, a server that is loading, busy, in the middle of a fail-over.
     */
    AcquireOutcome outcome(Throwable error) {
        Throwable cause = unwrap(error);
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (isRefusal(each)) {
                return new AcquireOutcome.Failed(brief(each));
            }
        }
        return new AcquireOutcome.Unknown(brief(cause));
    }

    /** Whether the user lacks a right. */
    static boolean isForbidden(Throwable error) {
        return String.valueOf(unwrap(error).getMessage()).startsWith("NOPERM");
    }

    /** What a script that returns 1 or 0 has said. */
    static Answer answer(@Nullable Long reply, @Nullable Throwable error) {
        if (reply == null) {
            return Answer.unknown(unwrap(requireNonNull(error)));
        }
        return reply == 1 ? Answer.YES : Answer.NO;
    }

    static Throwable unwrap(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : null;
        return cause == null ? error : cause;
    }

    private boolean isRefusal(Throwable error) {
        return error instanceof RedisAuthRequiredException
                || error instanceof RedisWrongPasswordException
                || error instanceof RedisOutOfMemoryException
                // Where there are others, another one may be master soon.
                || (error instanceof RedisReadonlyException && topology == RedisTopology.SINGLE)
                // In a cluster the slot of the channel may have moved.
                || (error instanceof SubscriptionRefusedException && topology != RedisTopology.CLUSTER)
                || (error.getMessage() != null && REFUSAL.matcher(error.getMessage()).matches());
    }

    /** The same with what the server has said as its message. */
    static Throwable brief(Throwable error) {
        String said = said(error);
        return said.equals(error.getMessage()) ? error : new RedisException(said, error);
    }

    private static String said(Throwable error) {
        String message = error.getMessage();
        if (message == null || message.isEmpty()) {
            return error.getClass().getSimpleName();
        }
        int end = message.indexOf(ADDITION);
        return end < 0 ? message : message.substring(0, end);
    }

    /** In one line, for whoever could not connect: the outermost cause that says something. */
    static String whyUnreachable(Throwable error, RedisTopology topology) {
        Throwable cause = error;
        while (isWrapper(cause) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof TimeoutException || cause instanceof RedisTimeoutException) {
            return "no answer in time; is it a Redis server, does its name resolve, and do both sides expect TLS, or both not?";
        }
        if (cause.getCause() instanceof CertificateException) {
            return "the server's certificate is not trusted, see the options truststore and verify: " + said(cause);
        }
        // Redisson keeps the reasons to itself when it has tried one sentinel after the other.
        return isWrapper(cause) && topology == RedisTopology.SENTINEL
                ? "none of the sentinels can be reached and knows a master of this name: " + said(cause)
                : said(cause);
    }

    private static boolean isWrapper(Throwable error) {
        return error instanceof CompletionException || error instanceof ExecutionException || error instanceof RedisConnectionException;
    }
}
