package io.holdfast.lock.redis;

import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The answer to one command, which is in flight until it is complete. */
final class Reply<T> extends CompletableFuture<T> {
    private final Set<Reply<?>> inFlight;

    Reply(Set<Reply<?>> inFlight) {
        this.inFlight = inFlight;
    }

    /** Overridden in place of a dependent stage: there is one for every command. */
    @Override
    public boolean complete(T value) {
        inFlight.remove(this);
        return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable error) {
        inFlight.remove(this);
        return super.completeExceptionally(error);
    }
}
