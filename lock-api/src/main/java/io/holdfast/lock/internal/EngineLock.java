package io.holdfast.lock.internal;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.LockTimeoutException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The view of one lock that users hold: translates the two public styles into the engine's one question. */
final class EngineLock implements DistributedLock {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final Engine engine;
    private final LaneKey key;
    private final LockOptions options;
    private final long waitLimit;

    EngineLock(Engine engine, String name, LockOptions options) {
        this.engine = engine;
        this.key = new LaneKey(name, options);
        this.options = options;
        this.waitLimit = options.waitLimit().map(EngineLock::saturatedNanos).orElse(NO_LIMIT);
    }

    @Override
    public String name() {
        return key.name();
    }

    @Override
    public LockOptions options() {
        return options;
    }

    @Override
    public Hold acquire() throws InterruptedException {
        return orTimedOut(engine.acquire(key, waitLimit));
    }

    @Override
    public Optional<Hold> tryAcquire() {
        return Optional.ofNullable(engine.tryAcquire(key));
    }

    @Override
    public Optional<Hold> tryAcquire(Duration limit) throws InterruptedException {
        return Optional.ofNullable(engine.acquire(key, checkedLimit(limit)));
    }

    @Override
    public CompletableFuture<Hold> acquireAsync() {
        return engine.acquireAsync(key, waitLimit, hold -> hold.orElseThrow(this::timedOut));
    }

    @Override
    public CompletableFuture<Optional<Hold>> tryAcquireAsync(Duration limit) {
        return engine.acquireAsync(key, checkedLimit(limit), hold -> hold);
    }

    @Override
    public void lock() {
        ThreadHolds mine = engine.threadHolds();
        if (!reenter(mine)) {
            mine.add(orTimedOut(engine.acquireUninterruptibly(key, waitLimit)));
        }
    }

    @Override
    public void lockInterruptibly() throws InterruptedException {
        throwIfInterrupted();
        ThreadHolds mine = engine.threadHolds();
        if (!reenter(mine)) {
            mine.add(orTimedOut(engine.acquire(key, waitLimit)));
        }
    }

    @Override
    public boolean tryLock() {
        ThreadHolds mine = engine.threadHolds();
        return reenter(mine) || addIfAcquired(mine, engine.tryAcquire(key));
    }

    @Override
    public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
        long limit = unit.toNanos(time);
        throwIfInterrupted();
        ThreadHolds mine = engine.threadHolds();
        return reenter(mine) || addIfAcquired(mine, limit <= 0 ? engine.tryAcquire(key) : engine.acquire(key, limit));
    }

    @Override
    public void unlock() {
        ThreadHolds mine = engine.threadHolds();
        ThreadHolds.Entry entry = requireEntry(mine);
        if (entry.decrement() > 0) {
            entry.hold().throwIfKnownLost();
        } else {
            mine.remove(entry);
            entry.hold().close();
        }
    }

    @Override
    public boolean isHeldByCurrentThread() {
        ThreadHolds.Entry entry = engine.threadHolds().find(name());
        return entry != null && entry.hold().isValid();
    }

    @Override
    public int holdCount() {
        ThreadHolds.Entry entry = engine.threadHolds().find(name());
        return entry == null ? 0 : entry.count();
    }

    @Override
    public long token() {
        return requireEntry(engine.threadHolds()).hold().token();
    }

    @Override
    public String toString() {
        return "DistributedLock[" + name() + " on " + engine.info().address() + "]";
    }

    /** Re-entry on a lost hold throws: counting on would hide that another may have the lock by now. */
    private boolean reenter(ThreadHolds mine) {
        ThreadHolds.Entry entry = mine.find(name());
        if (entry == null) {
            return false;
        }
        entry.hold().ensureValid();
        entry.increment();
        return true;
    }

    private static boolean addIfAcquired(ThreadHolds mine, @Nullable EngineHold hold) {
        if (hold == null) {
            return false;
        }
        mine.add(hold);
        return true;
    }

    private ThreadHolds.Entry requireEntry(ThreadHolds mine) {
        ThreadHolds.Entry entry = mine.find(name());
        if (entry == null) {
            throw new IllegalMonitorStateException("thread '" + Thread.currentThread().getName() + "' does not have lock '" + name() + "'");
        }
        return entry;
    }

    private EngineHold orTimedOut(@Nullable EngineHold hold) {
        if (hold == null) {
            throw timedOut();
        }
        return hold;
    }

    private LockTimeoutException timedOut() {
        return new LockTimeoutException(name(), engine.info().address(), options.waitLimit().orElseThrow());
    }

    private static void throwIfInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static long checkedLimit(Duration limit) {
        requireNonNull(limit, "limit");
        if (limit.isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("the limit must be positive, not " + limit + "; tryAcquire() asks without waiting");
        }
        return saturatedNanos(limit);
    }

    private static long saturatedNanos(Duration duration) {
        return duration.compareTo(Duration.ofNanos(NO_LIMIT)) >= 0 ? NO_LIMIT : duration.toNanos();
    }
}
