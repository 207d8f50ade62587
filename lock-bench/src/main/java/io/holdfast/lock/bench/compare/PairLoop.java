package io.holdfast.lock.bench.compare;

import io.holdfast.lock.bench.compare.Session.ThreadLock;

/** Acquires and releases as fast as it can. */
final class PairLoop extends WorkLoop {
    private final ThreadLock lock;
    private final Guard guard;

    PairLoop(ThreadLock lock, Guard guard) {
        this.lock = lock;
        this.guard = guard;
    }

    @Override
    void run(Window window) throws Exception {
        while (window.isOpen()) {
            lock.acquire();
            guard.enter();
            window.stayInside();
            guard.exit();
            lock.release();
            pairDone();
        }
    }
}
