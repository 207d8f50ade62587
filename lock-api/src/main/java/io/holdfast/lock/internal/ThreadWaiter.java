package io.holdfast.lock.internal;

import java.util.concurrent.locks.LockSupport;

/** A blocked thread. */
final class ThreadWaiter extends Waiter {
    private final Thread thread = Thread.currentThread();

    ThreadWaiter(boolean waits, long limit, long now) {
        super(waits, limit, now);
    }

    /** Blocks until settled. Interruptible or not, the wait ends with the caller's limit and the client's answer limit. */
    void await(Lane lane, boolean interruptible) throws InterruptedException {
        boolean interrupted = false;
        try {
            for (long left = lane.check(this); left > 0; left = lane.check(this)) {
                LockSupport.parkNanos(lane, left);
                if (Thread.interrupted()) {
                    if (interruptible) {
                        giveUp(lane);
                        throw new InterruptedException();
                    }
                    interrupted = true;
                }
            }
        } finally {
            if (!isSettled()) {
                giveUp(lane); // an Error broke off the wait: nobody is there to be served any more
            }
            if (interrupted) {
                thread.interrupt();
            }
        }
    }

    @Override
    String threadName() {
        return thread.getName();
    }

    @Override
    void signal() {
        LockSupport.unpark(thread);
    }

    /** A grant that crosses the interrupt goes back. */
    private void giveUp(Lane lane) {
        lane.abandon(this);
        EngineHold crossed = hold();
        if (crossed != null) {
            crossed.giveBack();
        }
    }
}
