package io.holdfast.lock.internal;

import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who wants a lock: a blocked thread or a future. Settled exactly once, under the lane's monitor; who asked learns of
 * it by {@link #signal()}, which is called outside the monitor.
 */
abstract class Waiter {
    /** How long others may be quicker to take what a waiter is offered: a few times what it takes to wake a thread. */
    private static final long OVERTAKING_TIME = Duration.ofMillis(1).toNanos();

    private final boolean waits;
    private final boolean limited;
    private final long enteredAt;
    private final long limitAt;

    // Mutable state, guarded by the lane
    @Nullable Waiter previous;
    @Nullable Waiter next;
    private boolean ownerSeen;

    // Mutable state, written by whoever has just vacated the lease. A race here moves the moment from which it is served first by little.
    private boolean offered;
    private long offeredAt;

    /** Has been told to look again and has not done so yet; a second signal would be wasted. */
    private volatile boolean signalled;

    // Written under the lane's monitor, read by the waiter after it has seen settled
    private @Nullable EngineHold hold;
    private @Nullable Supplier<LockException> failure;
    private LockEvent.@Nullable Outcome outcome;
    private volatile boolean settled;

    /**
     * @param waits whether to stand in line if the lock is taken
     * @param limit nanoseconds from now, {@link Long#MAX_VALUE} for none
     */
    Waiter(boolean waits, long limit, long now) {
        this.waits = waits;
        this.limited = limit != Long.MAX_VALUE;
        this.enteredAt = now;
        this.limitAt = limited ? now + limit : 0;
    }

    /** The name of the thread that asked. */
    abstract String threadName();

    /** Makes the waiter look again. Called outside the lane's monitor. */
    abstract void signal();

    /**
     * The lease is vacant, for this waiter to come and take. Called by whoever made it vacant, one at a time.
     *
     * @return whether the waiter has to be signalled; false if it has been and has not looked yet
     */
    final boolean offer(long now) {
        if (!offered) {
            offered = true;
            offeredAt = now;
        }
        boolean needed = !signalled;
        if (needed) {
            signalled = true;
        }
        return needed;
    }

    /** The waiter is about to look. What is offered after this needs another signal. */
    final void clearSignal() {
        signalled = false;
    }

    /** Whether others have been quicker for so long that this waiter is to be served before them. */
    final boolean isOverdue(long now) {
        return offered && now - offeredAt > OVERTAKING_TIME;
    }

    final boolean waits() {
        return waits;
    }

    final long enteredAt() {
        return enteredAt;
    }

    /** Nanoseconds left of the caller's limit. */
    final long left(long now) {
        return limited ? limitAt - now : Long.MAX_VALUE;
    }

    final void settle(EngineHold granted) {
        hold = granted;
        settled = true;
    }

    final void settle(LockEvent.Outcome why) {
        outcome = why;
        settled = true;
    }

    /** The exception is made where it is thrown, so that its stack is that of the caller and nobody shares it. */
    final void settle(Supplier<LockException> why) {
        failure = why;
        outcome = LockEvent.Outcome.FAILED;
        settled = true;
    }

    /** While this one waited, somebody else certainly had the lock. Guarded by the lane. */
    final void markOwnerSeen() {
        ownerSeen = true;
    }

    final boolean hasSeenOwner() {
        return ownerSeen;
    }

    final boolean isSettled() {
        return settled;
    }

    /** The hold, or null if the lock was not acquired. */
    final @Nullable EngineHold hold() {
        return hold;
    }

    final @Nullable Supplier<LockException> failure() {
        return failure;
    }

    /** Why the lock was not acquired; null if it was. */
    final LockEvent.@Nullable Outcome outcome() {
        return outcome;
    }
}
