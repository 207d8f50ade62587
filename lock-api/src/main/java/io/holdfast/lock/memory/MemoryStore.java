package io.holdfast.lock.memory;

import io.holdfast.lock.internal.SystemTimeline;
import io.holdfast.lock.internal.Timeline;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.LockSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;

/**
 * The "server": all locks of one store by name.
 *
 * <p>The atomic step of every operation is one {@link ConcurrentHashMap#compute} on the name, which other operations on the
 * same name wait for and which removes the entry when nothing is left in it. Before anything else, each step ends a lease that
 * has run out, so an expired grant is never seen. What a step has to tell (a grant to a waiter, a loss to an owner) is said
 * after it, outside the map.
 */
final class MemoryStore {
    private static final ConcurrentHashMap<String, MemoryStore> SHARED = new ConcurrentHashMap<>();
    /** One counter for the JVM: tokens grow over the end of a store, and no name needs a counter of its own. */
    private static final AtomicLong TOKENS = new AtomicLong();
    private static final long SWEEP = Duration.ofSeconds(2).toNanos();

    private final String name;
    private final Timeline timeline;
    private final ConcurrentHashMap<String, MemoryLock> locks = new ConcurrentHashMap<>();
    private final AtomicBoolean sweeping = new AtomicBoolean();

    // Mutable state, guarded by the entry of SHARED
    private int users;

    MemoryStore(String name, Timeline timeline) {
        this.name = name;
        this.timeline = timeline;
    }

    static MemoryStore open(String name) {
        return SHARED.compute(name, (key, store) -> {
            MemoryStore opened = store != null ? store : new MemoryStore(key, new SystemTimeline("holdfast-mem-" + key));
            opened.users++;
            return opened;
        });
    }

    /** Forgets the store with its last user, unless somebody left a grant in it that still has to run out. */
    void close() {
        SHARED.computeIfPresent(name, (key, store) -> {
            if (store != this) {
                return store;
            }
            users--;
            if (users > 0 || !locks.isEmpty()) {
                return store;
            }
            timeline.close();
            return null;
        });
    }

    String name() {
        return name;
    }

    int size() {
        return locks.size();
    }

    CompletableFuture<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        return step(acquisition.name(), (lock, news) -> lock.acquire(acquisition, events, news));
    }

    Answer renew(Acquisition acquisition) {
        return step(acquisition.name(), (lock, news) -> lock.renew(acquisition));
    }

    Answer release(Acquisition acquisition) {
        return step(acquisition.name(), (lock, news) -> lock.release(acquisition, news));
    }

    LockSnapshot inspect(String lockName) {
        return step(lockName, (lock, news) -> lock.snapshot());
    }

    Answer forceRelease(String lockName) {
        return step(lockName, (lock, news) -> lock.forceRelease(news));
    }

    private <T> T step(String lockName, BiFunction<MemoryLock, List<Runnable>, T> change) {
        List<Runnable> news = new ArrayList<>(2);
        List<T> result = new ArrayList<>(1);
        locks.compute(lockName, (key, existing) -> {
            MemoryLock lock = existing != null ? existing : new MemoryLock(timeline, TOKENS::incrementAndGet, () -> leaseMayHaveEnded(key));
            lock.expire(news);
            result.add(change.apply(lock, news));
            return lock.isUnused() ? null : lock;
        });
        news.forEach(Runnable::run);
        sweepLater();
        return result.get(0);
    }

    /** Leases that run out while nobody asks for their name are ended from time to time, so that nothing stays for good. */
    private void sweepLater() {
        if (!locks.isEmpty() && !sweeping.get() && sweeping.compareAndSet(false, true)) {
            timeline.after(SWEEP, this::sweep);
        }
    }

    private void sweep() {
        sweeping.set(false);
        locks.forEach((lockName, lock) -> {
            if (lock.hasRunOut()) {
                inspect(lockName);
            }
        });
        sweepLater();
    }

    /** Called by the timer of a lock that somebody waits for. If the lease was renewed meanwhile, the timer is set anew. */
    private void leaseMayHaveEnded(String lockName) {
        step(lockName, (lock, news) -> {
            lock.watchLease();
            return lock.isUnused();
        });
    }
}
