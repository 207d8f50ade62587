package io.holdfast.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One acquisition of one lock. It belongs to whoever has the reference: any thread may use it and close it.
 *
 * <p>A hold with automatic renewal stays valid until it is closed, as long as the backend can be reached within the lease. It
 * is lost when one of these happens first: no renewal is confirmed within the lease, counted on this JVM's monotonic clock
 * from before the request was sent; the fixed lease ends; the backend says that the grant is gone (data lost, session ended,
 * broken by an operator); the client is closed. {@link #isValid()} is false from that moment on, even if the server can't be
 * reached, and no later than another client can acquire the lock (G6); only a break by an operator is told after the fact.
 *
 * <p>Thread safe. No method but {@link #close()} blocks.
 */
public interface Hold extends AutoCloseable {
    /** The name of the lock. */
    String lockName();

    /**
     * The fencing token: strictly larger than that of every earlier acquisition of this name, by whichever process (G7). Hand
     * it to the resource with every write, and let the resource refuse a token smaller than the largest it has seen.
     *
     * @throws LockConfigurationException if the backend has no {@linkplain io.holdfast.lock.spi.Capability#FENCING fencing
     *     tokens}: a number that need not grow would be worse than none
     */
    long token();

    /** Where this hold stands now. Reads the clock; costs no round trip. */
    HoldState state();

    /** Whether the lock is ours at this instant: {@link HoldState#HELD} or {@link HoldState#SUSPECT}. Costs no round trip. */
    default boolean isValid() {
        HoldState state = state();
        return state == HoldState.HELD || state == HoldState.SUSPECT;
    }

    /**
     * Throws unless the hold is valid. Meant for the line before a step that can't be undone.
     *
     * @throws LockLostException if the hold was lost
     * @throws IllegalStateException if the hold was closed
     */
    void ensureValid();

    /** How long the hold surely stays valid if nothing more is heard from the backend; zero once it is lost or closed. */
    Duration remaining();

    /**
     * Runs the action once when the hold is lost, at once if it is lost already, never if it is closed first. Actions run on
     * the client's callback executor, so they may block, though a blocking action delays those of other holds.
     */
    void onLost(Consumer<LossReason> action);

    /**
     * Gives the lock back and waits for the backend's word, for a bounded time. If the backend does not answer, the release is
     * carried on in the background until it is confirmed or the lease has ended, and this method returns: the work was
     * protected to its end. The interrupt flag is kept. Closing a closed hold does nothing.
     *
     * @throws LockLostException if the hold was lost before it was closed; thrown by the first close only
     */
    @Override
    void close();

    /**
     * As {@link #close()}, without blocking. The future fails with {@link LockLostException} if the hold was lost. It completes
     * on the client's callback executor.
     */
    CompletableFuture<Void> closeAsync();
}
