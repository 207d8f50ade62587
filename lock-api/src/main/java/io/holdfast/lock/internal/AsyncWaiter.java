package io.holdfast.lock.internal;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A future.
 *
 * @param <T> what the user's future carries
 */
final class AsyncWaiter<T> extends Waiter {
    private final Engine engine;
    private final Lane lane;
    private final String threadName = Thread.currentThread().getName();
    private final Function<Optional<Hold>, T> result;
    private final CompletableFuture<T> future = new CompletableFuture<>();
    private final JfrEvents.@Nullable Acquire event;
    private final AtomicBoolean delivered = new AtomicBoolean();

    // Mutable state, guarded by this
    private Timeline.@Nullable Timer timer;

    /** @param result makes the user's value; may throw where "not acquired" is an exception */
    AsyncWaiter(Engine engine, Lane lane, long limit, Function<Optional<Hold>, T> result) {
        super(true, limit, engine.timeline().nanos());
        this.engine = engine;
        this.lane = lane;
        this.result = result;
        this.event = Telemetry.beginWait();
    }

    /** The user's future, after the waiter has entered its lane. Completed at once if the lock came without waiting. */
    CompletableFuture<T> start() {
        if (isSettledNow()) {
            deliver();
        }
        // Whoever else completes the future, by cancel or by orTimeout, withdraws.
        CompletableFuture<T> unused = future.whenComplete((value, error) -> {
            lane.abandon(this);
            deliver();
        });
        return future;
    }

    @Override
    String threadName() {
        return threadName;
    }

    /** Takes what is offered right here: only what the user does with it has to wait for a thread of the user's. */
    @Override
    void signal() {
        if (isSettledNow()) {
            engine.callbacks().execute(this::deliver);
        }
    }

    private boolean isSettledNow() {
        long left = lane.check(this);
        if (left > 0) {
            lookAgainAfter(left);
        }
        return left == 0;
    }

    private synchronized void lookAgainAfter(long nanos) {
        if (timer != null) {
            timer.cancel();
        }
        timer = engine.timeline().after(nanos, this::signal);
        if (delivered.get()) {
            timer.cancel();
        }
    }

    private synchronized void stopTimer() {
        if (timer != null) {
            timer.cancel();
        }
    }

    private void deliver() {
        if (delivered.compareAndSet(false, true)) {
            stopTimer();
            EngineHold hold = hold();
            engine.telemetry().asked(lane.name(), this, event);
            if (!complete(hold) && hold != null) {
                hold.giveBack();
            }
        }
    }

    private boolean complete(@Nullable EngineHold hold) {
        Supplier<LockException> failure = failure();
        if (failure != null) {
            return future.completeExceptionally(failure.get());
        }
        if (outcome() == LockEvent.Outcome.WITHDRAWN) {
            return false;
        }
        try {
            return future.complete(result.apply(Optional.ofNullable(hold)));
        } catch (RuntimeException notAcquired) {
            return future.completeExceptionally(notAcquired);
        }
    }
}
