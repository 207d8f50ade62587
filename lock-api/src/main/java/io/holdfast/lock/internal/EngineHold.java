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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One acquisition as its owner sees it. Whether it is open, closed or lost is written in its lease's {@link Tenancy}. */
final class EngineHold implements Hold, Tenancy {
    private final Lease lease;
    private final long token;
    private final long since;
    private final JfrEvents.@Nullable Held event = Telemetry.beginHold();

    // Mutable state, written under this object's monitor
    private @Nullable List<Consumer<LossReason>> lossActions;
    private boolean lossTold;
    private volatile boolean goneOnServer;

    EngineHold(Lease lease, long token, long now) {
        this.lease = lease;
        this.token = token;
        this.since = now;
    }

    @Override
    public String lockName() {
        return lane().name();
    }

    @Override
    public long token() {
        engine().requireFencing(lockName());
        return token;
    }

    /** The number of this acquisition, which is the fencing token if the backend has such. */
    long number() {
        return token;
    }

    @Override
    public HoldState state() {
        if (lease.tenancy() == this) {
            long now = engine().timeline().nanos();
            if (!lease.isExpired(now)) {
                return lease.isSuspect(now) ? HoldState.SUSPECT : HoldState.HELD;
            }
            lane().lose(lease, LossReason.EXPIRED);
        }
        return loss() != null ? HoldState.LOST : HoldState.CLOSED;
    }

    @Override
    public void ensureValid() {
        switch (state()) {
            case LOST -> throw lostException(requireNonNull(loss()));
            case CLOSED -> throw new IllegalStateException("the hold of lock '" + lockName() + "' is closed");
            default -> {}
        }
    }

    @Override
    public Duration remaining() {
        if (!isValid()) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(Math.max(0, lease.deadline() - engine().timeline().nanos()));
    }

    @Override
    public void onLost(Consumer<LossReason> action) {
        requireNonNull(action, "action");
        state();
        synchronized (this) {
            if (lease.tenancy() == this) {
                lossActions = lossActions == null ? new ArrayList<>(1) : lossActions;
                lossActions.add(action);
                return;
            }
        }
        LossReason reason = loss();
        if (reason != null) {
            engine().callbacks().execute(() -> action.accept(reason));
        }
    }

    @Override
    public void close() {
        CompletableFuture<Answer> answer = lane().release(this);
        if (answer != null) {
            throwIfGone(await(answer));
        } else {
            throwLossOnce();
        }
    }

    @Override
    public CompletableFuture<Void> closeAsync() {
        CompletableFuture<Answer> answer = lane().release(this);
        if (answer != null) {
            return answer.thenAcceptAsync(this::throwIfGone, engine().callbacks());
        }
        try {
            throwLossOnce();
            return CompletableFuture.completedFuture(null);
        } catch (LockLostException lost) {
            return CompletableFuture.failedFuture(lost);
        }
    }

    /** The token and state; no more, because it ends up in logs. */
    @Override
    public String toString() {
        return "Hold[" + lockName() + ", token " + token + ", " + state() + "]";
    }

    /** Closes a hold that nobody has seen. If it was lost, there is no work that could have overlapped. */
    void giveBack() {
        CompletableFuture<Answer> unused = lane().release(this);
    }

    Lease lease() {
        return lease;
    }

    long since() {
        return since;
    }

    JfrEvents.@Nullable Held event() {
        return event;
    }

    /** Without a look at the clock: for steps that are followed by one that looks. */
    void throwIfKnownLost() {
        LossReason reason = loss();
        if (reason != null) {
            throw lostException(reason);
        }
    }

    /** Runs the actions of a hold that was just lost; the future completes when all have run. */
    CompletableFuture<Void> tellLost(LossReason reason) {
        engine().telemetry().lost(this, reason);
        List<Consumer<LossReason>> actions;
        synchronized (this) {
            actions = lossActions == null ? List.of() : lossActions;
            lossActions = null;
        }
        CompletableFuture<?>[] told = actions.stream()
                .map(action -> CompletableFuture.runAsync(() -> Callbacks.runLogged(() -> action.accept(reason)), engine().callbacks()))
                .toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(told);
    }

    /** The backend's answer, or unknown if it takes too long. The release goes on in the background then. */
    private Answer await(CompletableFuture<Answer> answer) {
        try {
            return answer.isDone() ? answer.join() : Uninterruptible.get(answer, engine().answerLimit());
        } catch (TimeoutException | ExecutionException late) {
            return Answer.unknown(late);
        }
    }

    private @Nullable LossReason loss() {
        if (goneOnServer) {
            return LossReason.REVOKED;
        }
        return lease.tenancy() instanceof Tenancy.Loss loss && loss.victim() == this ? loss.reason() : null;
    }

    /** The server answered the release with no: the grant was gone before, and nobody had noticed. */
    private void throwIfGone(Answer answer) {
        if (answer == Answer.NO) {
            goneOnServer = true;
            engine().telemetry().lost(this, LossReason.REVOKED);
            throwLossOnce();
        }
    }

    /** The first close of a lost hold throws; the second does nothing, as with every hold. */
    private void throwLossOnce() {
        LossReason reason = loss();
        if (reason != null) {
            synchronized (this) {
                if (lossTold) {
                    return;
                }
                lossTold = true;
            }
            throw lostException(reason);
        }
    }

    private LockLostException lostException(LossReason reason) {
        return new LockLostException(lockName(), engine().info().address(), reason);
    }

    private Lane lane() {
        return lease.lane();
    }

    private Engine engine() {
        return lane().engine();
    }
}
