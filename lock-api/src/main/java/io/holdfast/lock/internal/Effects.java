package io.holdfast.lock.internal;

import io.holdfast.lock.spi.Acquisition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has to follow a change of a lane's state, done after the lane's monitor is left. The order matters: the loss is told
 * before the next owner is asked for, and a release goes out before the next request.
 */
final class Effects {
    private final Engine engine;

    private @Nullable EngineHold lost;
    private @Nullable Lease forgotten;
    private @Nullable Lease released;
    private @Nullable PendingRelease pendingRelease;
    private @Nullable Acquisition withdrawn;
    private @Nullable Request toSend;
    private @Nullable Request toConfirm;
    private @Nullable Lease confirmedLease;
    private @Nullable Runnable task;
    private long taskDelay;
    private @Nullable Waiter signalled;
    private @Nullable List<Waiter> moreSignalled;

    Effects(Engine engine) {
        this.engine = engine;
    }

    void tellLost(EngineHold hold) {
        lost = hold;
    }

    void forget(Lease lease) {
        forgotten = lease;
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

    void confirm(Request request, Lease lease) {
        toConfirm = request;
        confirmedLease = lease;
    }

    void later(long delay, Runnable what) {
        taskDelay = delay;
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

    @Nullable Lease released() {
        return released;
    }

    @Nullable PendingRelease pendingRelease() {
        return pendingRelease;
    }

    void run() {
        if (forgotten != null) {
            engine.renewals().remove(forgotten);
        }
        if (lost != null) {
            lost.tellLost();
        }
        if (released != null) {
            engine.renewals().remove(released);
            pendingRelease = engine.releases().start(released.acquisition());
        }
        if (withdrawn != null) {
            engine.releases().start(withdrawn);
        }
        if (toSend != null) {
            toSend.send();
        }
        if (toConfirm != null && confirmedLease != null) {
            confirmedLease.lane().confirm(toConfirm, confirmedLease);
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
