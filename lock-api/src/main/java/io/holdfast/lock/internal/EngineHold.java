package io.holdfast.lock.internal;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.Hold;
import io.holdfast.lock.HoldState;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LossReason;
import io.holdfast.lock.spi.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One acquisition as its owner sees it: the lease it stands on, and whether it was closed or lost. */
final class EngineHold implements Hold {
    private enum Status {
        OPEN,
        CLOSED,
        LOST
    }

    private final Engine engine;
    private final Lane lane;
    private final Lease lease;
    private final long token;
    private final long since;

    // Mutable state, written under the lane's monitor
    private volatile Status status = Status.OPEN;
    private volatile @Nullable LossReason loss;
    private @Nullable List<Consumer<LossReason>> lossActions;

    EngineHold(Engine engine, Lane lane, Lease lease, long now) {
        this.engine = engine;
        this.lane = lane;
        this.lease = lease;
        this.token = lease.token();
        this.since = now;
    }

    @Override
    public String lockName() {
        return lane.name();
    }

    @Override
    public long token() {
        return token;
    }

    @Override
    public HoldState state() {
        if (status == Status.OPEN) {
            long now = engine.timeline().nanos();
            if (!lease.isExpired(now)) {
                return lease.isSuspect(now) ? HoldState.SUSPECT : HoldState.HELD;
            }
            lane.lose(lease, LossReason.EXPIRED);
        }
        // Read again: it may have been closed while it was looked at. A lost hold that was closed stays lost.
        return loss != null ? HoldState.LOST : HoldState.CLOSED;
    }

    @Override
    public void ensureValid() {
        switch (state()) {
            case LOST -> throw lostException();
            case CLOSED -> throw new IllegalStateException("the hold of lock '" + lockName() + "' is closed");
            default -> {}
        }
    }

    @Override
    public Duration remaining() {
        if (!isValid()) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(Math.max(0, lease.deadline() - engine.timeline().nanos()));
    }

    @Override
    public void onLost(Consumer<LossReason> action) {
        requireNonNull(action, "action");
        state();
        synchronized (lane) {
            if (status == Status.OPEN) {
                lossActions = lossActions == null ? new ArrayList<>(1) : lossActions;
                lossActions.add(action);
                return;
            }
        }
        LossReason reason = loss;
        if (reason != null) {
            engine.callbacks().execute(() -> action.accept(reason));
        }
    }

    @Override
    public void close() {
        PendingRelease release = lane.release(this);
        if (release != null && release.await(engine.answerLimit()) == Answer.NO) {
            throw goneOnServer();
        }
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        PendingRelease release;
        try {
            release = lane.release(this);
        } catch (LockLostException lost) {
            return CompletableFuture.failedFuture(lost);
        }
        if (release == null) {
            return CompletableFuture.completedFuture(null);
        }
        return release.answer().thenAcceptAsync(answer -> {
            if (answer == Answer.NO) {
                throw goneOnServer();
            }
        }, engine.callbacks());
    }

    /** The token and state; no more, because it ends up in logs. */
    @Override
    public String toString() {
        return "Hold[" + lockName() + ", token " + token + ", " + state() + "]";
    }

    /** Closes a hold that nobody has seen: its owner was gone when it came. */
    void giveBack() {
        try {
            lane.release(this);
        } catch (LockLostException nobodyCares) {
            // Lost before anybody had it: there is no work that could have overlapped.
        }
    }

    Lease lease() {
        return lease;
    }

    long since() {
        return since;
    }

    /** Whether it is still its owner's to close. Guarded by the lane. */
    boolean isOpen() {
        return status == Status.OPEN;
    }

    /** Guarded by the lane. */
    void markClosed() {
        status = Status.CLOSED;
        lossActions = null;
    }

    /** Guarded by the lane. */
    void markLost(LossReason reason) {
        loss = reason;
        status = Status.LOST;
    }

    /**
     * The first close of a lost hold throws, the second does nothing. Guarded by the lane.
     *
     * @return the exception to throw, or null if there is nothing to tell
     */
    @Nullable LockLostException closeLost() {
        if (status != Status.LOST) {
            return null;
        }
        status = Status.CLOSED;
        return lostException();
    }

    /** Runs the actions of a hold that was just marked as lost; the future completes when all have run. */
    CompletableFuture<Void> tellLost() {
        LossReason reason = requireNonNull(loss);
        engine.telemetry().lost(this, reason);
        List<Consumer<LossReason>> actions;
        synchronized (lane) {
            actions = lossActions == null ? List.of() : List.copyOf(lossActions);
            lossActions = null;
        }
        CompletableFuture<?>[] told = actions.stream()
                .map(action -> CompletableFuture.runAsync(() -> Callbacks.runLogged(() -> action.accept(reason)), engine.callbacks()))
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(told);
    }

    private LockLostException goneOnServer() {
        loss = LossReason.REVOKED;
        engine.telemetry().lost(this, LossReason.REVOKED);
        return lostException();
    }

    private LockLostException lostException() {
        return new LockLostException(lockName(), engine.info().address(), requireNonNull(loss));
    }
}
