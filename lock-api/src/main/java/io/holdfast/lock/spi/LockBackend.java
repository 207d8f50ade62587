package io.holdfast.lock.spi;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One connection to a store that can hold locks. The engine above does everything that does not depend on the store: re-entry,
 * queues inside the JVM, renewal, deadlines, time limits, retries, events. A backend turns five questions into its store's
 * protocol, each as one atomic step on the server.
 *
 * <p>Rules for all calls:
 *
 * <ul>
 *   <li>They never block and never throw; they return a stage that completes later, on any thread. A stage that completes
 *       exceptionally counts as unknown, so a driver's exceptions may be passed on as they are.
 *   <li>A reply that did not come is {@code Unknown}, never a no.
 *   <li>Repeating a call with the same acquisition has the effect of doing it once (G11). An acquire that is repeated after
 *       its grant answers {@code Granted} with the same token as long as the grant lives, and with a fresh lease; one that is
 *       repeated while it waits keeps its place in line, and its outcome comes through the newest stage.
 *   <li>The server's clock alone decides when a lease ends on the server.
 *   <li>Any number of calls may be under way at once, for the same name too.
 * </ul>
 */
public interface LockBackend extends AutoCloseable {
    /** What this backend is and can do. Cheap; the same for the life of the object. */
    BackendInfo info();

    /**
     * Takes the lock if it is free. If it is not: refuses when the acquisition does not wait, else stands in line and completes
     * when the lock is granted or the acquisition is {@linkplain #release released}. Standing in line is part of the same
     * atomic step as finding the lock taken, so that no wake-up is lost (G8).
     *
     * @param events to be told when the wait is confirmed, and of the loss of the grant if the store can push that
     */
    CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events);

    /**
     * Starts the lease of each grant anew, in as few round trips as the store allows. For each, in the order given:
     * {@link Answer#YES} if the grant is alive and its lease now runs from no earlier than the moment of this call,
     * {@link Answer#NO} if the server has no such grant. Can never revive what was released or has expired and gone to another.
     */
    CompletionStage<List<Answer>> renew(List<Acquisition> grants);

    /**
     * Ends the acquisition in whatever state it is: gives back a grant, leaves the line, or does nothing if the server does not
     * know it. Afterwards nothing of it is on the server, and it can never be granted, even if its acquire is still on its way
     * (for stores where requests can overtake each other, {@link Answer#NO} is not final until the acquire has been answered:
     * the engine then releases once more). Never touches another's grant (G2).
     *
     * @return {@link Answer#YES} if a living grant was given back by this call, {@link Answer#NO} if there was none
     */
    CompletionStage<Answer> release(Acquisition acquisition);

    /** Who has the lock and how many wait. Only called with {@link Capability#INSPECT}. */
    CompletionStage<LockSnapshot> inspect(String name);

    /**
     * Ends whichever grant the name has, and lets the next waiter have it. Only called with {@link Capability#FORCE_RELEASE}.
     *
     * @return {@link Answer#YES} if there was a grant
     */
    CompletionStage<Answer> forceRelease(String name);

    /**
     * Lets go of connections, threads and subscriptions. The engine has released everything by then as far as the server
     * answered. Stages still open complete as {@code Unknown} or {@code Withdrawn}. Closing twice does nothing.
     */
    @Override
    void close();
}
