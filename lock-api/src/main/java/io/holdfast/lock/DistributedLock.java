package io.holdfast.lock;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * A lock that all clients of one backend share, known by its name. At any instant at most one unexpired grant per name exists
 * (G1).
 *
 * <p>There are two ways to use it. The {@code acquire} family returns a {@link Hold}, which belongs to whoever has the
 * reference; it is not re-entrant, so a thread that acquires the same name twice waits for itself. The {@link Lock} view binds
 * the hold to the calling thread and counts re-entry, which costs no round trip and keeps the same token (G3).
 *
 * <p>Objects of this type are cheap, hold no state of their own and are thread safe: {@code locks.lock("a")} twice gives two
 * views of the same lock. Methods throw {@link LockClosedException} after the client was closed, and
 * {@link LockBackendException} if the backend does not answer within the client's answer limit or answers with an error. That
 * is never reported as "not acquired".
 */
public interface DistributedLock extends Lock {
    /** The name of the lock. */
    String name();

    /** The options of this view. */
    LockOptions options();

    /**
     * Waits until the lock is ours. Costs one round trip when the lock is free, none when it is handed on inside this JVM.
     *
     * @throws InterruptedException if interrupted while waiting; nothing of the wait is left behind
     * @throws LockTimeoutException if the options have a wait limit and it passed
     */
    Hold acquire() throws InterruptedException;

    /**
     * Takes the lock if nobody has it, without waiting for an owner to give it back. Blocks for one round trip at most; is not
     * interrupted.
     *
     * @return the hold, or empty only if another owner certainly holds the lock or is next in line for it
     */
    Optional<Hold> tryAcquire();

    /**
     * Waits for the lock, but no longer than the limit, even if the server hangs (G10).
     *
     * @return the hold, or empty if others had the lock until the limit passed
     * @throws LockBackendException also if the backend gave no sign of life within the limit: the lock may or may not have been
     *     taken, and frees itself within the lease
     * @throws IllegalArgumentException if the limit is not positive
     */
    Optional<Hold> tryAcquire(Duration limit) throws InterruptedException;

    /**
     * As {@link #acquire()}, without blocking. Cancelling the future, or completing it in any other way, withdraws the request;
     * a grant that crosses the cancel is given back. Stages run on the client's callback executor, or at once if the lock came
     * without waiting.
     */
    CompletableFuture<Hold> acquireAsync();

    /** As {@link #tryAcquire(Duration)}, without blocking. Cancelling withdraws, as with {@link #acquireAsync()}. */
    CompletableFuture<Optional<Hold>> tryAcquireAsync(Duration limit);

    /**
     * Waits until the lock belongs to the current thread. An interrupt does not end the wait; the flag is set again on return.
     *
     * @throws LockLostException if this thread had the lock and lost it: re-entry would hide the loss
     * @throws LockTimeoutException if the options have a wait limit and it passed
     */
    @Override
    void lock();

    /** As {@link #lock()}, ended by an interrupt. */
    @Override
    void lockInterruptibly() throws InterruptedException;

    /** As {@link #tryAcquire()}, for the current thread. */
    @Override
    boolean tryLock();

    /** As {@link #tryAcquire(Duration)}, for the current thread; a time of zero or less asks without waiting. */
    @Override
    boolean tryLock(long time, TimeUnit unit) throws InterruptedException;

    /**
     * Undoes one {@code lock()} of the current thread; the last one gives the lock back as {@link Hold#close()} does.
     *
     * @throws IllegalMonitorStateException if the current thread does not have this lock (G3)
     * @throws LockLostException if the hold was lost. The unlock counts all the same
     */
    @Override
    void unlock();

    /** Whether the current thread has this lock through {@code lock()} and has not lost it. Costs no round trip. */
    boolean isHeldByCurrentThread();

    /** How many times the current thread has taken this lock through {@code lock()} without undoing it, lost or not. */
    int holdCount();

    /**
     * The fencing token of the current thread's hold, the same over re-entries.
     *
     * @throws IllegalMonitorStateException if the current thread does not have this lock through {@code lock()}
     */
    long token();

    /** Not offered: a condition would need a distributed wait queue of its own. */
    @Override
    default Condition newCondition() {
        throw new UnsupportedOperationException("a distributed lock has no conditions");
    }
}
