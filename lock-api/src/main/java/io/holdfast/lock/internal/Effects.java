package io.holdfast.lock.internal;

import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What has to follow a change of a lane's state, done after the lane's monitor is left. The order matters: the loss is told
 * before the next owner is asked for, and a release goes out before the next request.
 */
final class Effects {
    private final Engine engine;

    private @Nullable Lease lostLease;
    private Tenancy.@Nullable Loss loss;
    private CompletableFuture<Void> lossTold = CompletableFuture.completedFuture(null);
    private @Nullable Lease released;
    private @Nullable CompletableFuture<Answer> releaseAnswer;
    private @Nullable Acquisition withdrawn;
    private @Nullable Request toSend;
    private @Nullable Runnable task;
    private long taskDelay;
    private @Nullable Waiter signalled;
    private @Nullable List<Waiter> moreSignalled;

    Effects(Engine engine) {
        this.engine = engine;
    }

    void lose(Lease lease, Tenancy.Loss why) {
        lostLease = lease;
        loss = why;
    }

    void release(Lease lease) {
        released = lease;
    }

    void withdraw(Request request) {
        if (toSend == request) {
            toSend = null;
        } else {
            withdrawn = request.acquisition();
        }
    }

    void send(Request request) {
        toSend = request;
    }

    void later(long delay, Runnable what) {
        taskDelay = Math.max(0, delay);
        task = what;
    }

    void signal(Waiter waiter) {
        if (signalled == null) {
            signalled = waiter;
        } else {
            moreSignalled = moreSignalled == null ? new ArrayList<>() : moreSignalled;
            moreSignalled.add(waiter);
        }
    }

    /** Completes when the owner of a lost lease has been told. */
    CompletableFuture<Void> lossTold() {
        return lossTold;
    }

    /** What the backend says to the release, once it says it. */
    @Nullable CompletableFuture<Answer> releaseAnswer() {
        return releaseAnswer;
    }

    /** Returns whether there was anything to do. */
    boolean run() {
        boolean any = loss != null || released != null || withdrawn != null || toSend != null || task != null || signalled != null;
        if (any) {
            runAll();
        }
        return any;
    }

    private void runAll() {
        if (lostLease != null && loss != null) {
            engine.renewals().remove(lostLease);
            EngineHold victim = loss.victim();
            lossTold = victim == null ? lossTold : victim.tellLost(loss.reason());
        }
        if (released != null) {
            engine.renewals().remove(released);
            releaseAnswer = engine.releases().start(released.acquisition());
        }
        if (withdrawn != null) {
            engine.releases().startInBackground(withdrawn);
        }
        if (toSend != null) {
            toSend.send();
        }
        if (task != null) {
            engine.timeline().after(taskDelay, task);
        }
        if (signalled != null) {
            signalled.signal();
        }
        if (moreSignalled != null) {
            moreSignalled.forEach(Waiter::signal);
        }
    }
}
