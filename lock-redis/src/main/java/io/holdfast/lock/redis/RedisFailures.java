package io.holdfast.lock.redis;

import io.holdfast.lock.spi.AcquireOutcome;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import org.redisson.client.RedisAuthRequiredException;
import org.redisson.client.RedisOutOfMemoryException;
import org.redisson.client.RedisReadonlyException;
import org.redisson.client.RedisWrongPasswordException;

/** What an error of the server or of the client library means for an acquisition. */
final class RedisFailures {
    /** Errors with which the server says that it did not run the script and will not: rights, types, a disk it can't save to. */
    private static final Pattern REFUSAL =
            Pattern.compile("(NOPERM|NOAUTH|WRONGPASS|WRONGTYPE|MISCONF|DENIED|-?ERR The user executing the script can't)\\b.*", Pattern.DOTALL);

    private final boolean masterIsFixed;

    /** @param masterIsFixed whether a server that is a replica will stay one as far as this client is concerned */
    RedisFailures(boolean masterIsFixed) {
        this.masterIsFixed = masterIsFixed;
    }

    /**
     * Failed only where the server has certainly refused the script before its first write and would refuse it again. All else is
     * unknown: broken connections, silence, a server that is loading, busy, in the middle of a fail-over.
     */
    AcquireOutcome outcome(Throwable error) {
        Throwable cause = unwrap(error);
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (isRefusal(each)) {
                return new AcquireOutcome.Failed(each);
            }
        }
        return new AcquireOutcome.Unknown(cause);
    }

    static Throwable unwrap(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : null;
        return cause == null ? error : cause;
    }

    private boolean isRefusal(Throwable error) {
        return error instanceof RedisAuthRequiredException
                || error instanceof RedisWrongPasswordException
                || error instanceof RedisOutOfMemoryException
                || (error instanceof RedisReadonlyException && masterIsFixed)
                || (error.getMessage() != null && REFUSAL.matcher(error.getMessage()).matches());
    }
}
