package io.holdfast.lock.bench.redis;

import io.holdfast.lock.bench.compare.Session;
import java.util.concurrent.locks.Lock;

/** A peer's lock, used through the interface that Java has for it. */
record JavaLock(Lock lock) implements Session.ThreadLock {
    @Override
    public void acquire() {
        lock.lock();
    }

    @Override
    public void release() {
        lock.unlock();
    }
}
