package io.holdfast.lock.internal;

import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import java.util.concurrent.CompletableFuture;

/** A release that is repeated until the backend confirms it or the lease has ended anyway. */
final class PendingRelease {
    private final Acquisition acquisition;
    private final long giveUpAt;
    private final CompletableFuture<Answer> answer = new CompletableFuture<>();
    private final Backoff backoff = new Backoff();

    // Mutable state, guarded by this
    private int attempts;
    private long nextAttemptAt;

    PendingRelease(Acquisition acquisition, long giveUpAt) {
        this.acquisition = acquisition;
        this.giveUpAt = giveUpAt;
    }

    Acquisition acquisition() {
        return acquisition;
    }

    /**
     * What the release came to. {@link Answer#NO} only if the very first request was answered so: the grant was gone before.
     * To a repeated request, no means that an earlier one got through. Unknown after the lease has ended.
     */
    CompletableFuture<Answer> answer() {
        return answer;
    }

    synchronized void attempted(long nextAt) {
        attempts++;
        nextAttemptAt = nextAt;
    }

    /** Takes the answer to an attempt. Returns whether the release is done. */
    boolean answered(Answer given, long now) {
        boolean repeated;
        synchronized (this) {
            if (given instanceof Answer.Unknown) {
                nextAttemptAt = now + backoff.next();
                return false;
            }
            repeated = attempts > 1;
        }
        answer.complete(repeated ? Answer.YES : given);
        return true;
    }

    synchronized boolean isDue(long now) {
        return now - nextAttemptAt >= 0;
    }

    boolean isOver(long now) {
        return now - giveUpAt >= 0;
    }
}
