package io.holdfast.lock.redis;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** An acquisition from its request to its end, as far as this client has to remember it. */
final class Claim {
    /** As in {@code steps.lua}: how long a grant lasts that was pushed, if its lease is not shorter. */
    private static final long PROBATION = Duration.ofSeconds(5).toNanos();

    private final Acquisition acquisition;
    private final AcquisitionEvents events;
    private final Keyspace.LockKeys keys;
    private final String id;
    private final String ticket;
    private final long shortestGrant;
    private final CompletableFuture<AcquireOutcome> outcome = new CompletableFuture<>();

    // Mutable state: written by whoever has the newest answer
    private volatile long waitedAt = System.nanoTime();
    private volatile long lookAt;
    private volatile boolean released;
    private final CompletableFuture<Void> releaseAnswered = new CompletableFuture<>();

    Claim(Acquisition acquisition, AcquisitionEvents events, Keyspace.LockKeys keys, String ticket) {
        this.acquisition = acquisition;
        this.events = events;
        this.keys = keys;
        this.id = acquisition.id().toString();
        this.ticket = ticket;
        this.shortestGrant = Math.min(acquisition.lease().toNanos(), PROBATION) / 100 * 99;
    }

    Acquisition acquisition() {
        return acquisition;
    }

    AcquisitionEvents events() {
        return events;
    }

    Keyspace.LockKeys keys() {
        return keys;
    }

    String id() {
        return id;
    }

    String ticket() {
        return ticket;
    }

    /** The lease as scripts take it. */
    String leaseMillis() {
        return Long.toString(acquisition.lease().toMillis());
    }

    CompletableFuture<AcquireOutcome> outcome() {
        return outcome;
    }

    boolean isWaiting() {
        return !outcome.isDone();
    }

    /** A moment at which the lock had certainly not been granted: before the question was sent whose answer was "not yet". */
    long waitedAt() {
        return waitedAt;
    }

    /**
     * The answer to a question sent at this time is "not yet". If so much time has passed since the last one that a grant may have
     * come and ended in between, its message may still be on its way: then the moment stays where it is, and whoever gets a
     * message sees that it has to be confirmed.
     */
    void waited(long sentAt) {
        if (System.nanoTime() - waitedAt < shortestGrant) {
            waitedAt = sentAt;
        }
    }

    /** The same acquisition was asked for before, and the message of its grant may be on its way since then. */
    void succeed(Claim former) {
        waitedAt = former.waitedAt;
    }

    /** When to ask next how it stands. */
    long lookAt() {
        return lookAt;
    }

    void lookAt(long time) {
        lookAt = time;
    }

    void markReleased() {
        released = true;
    }

    boolean isReleased() {
        return released;
    }

    /** Completes when the server has answered the release, or will not. */
    CompletableFuture<Void> releaseAnswered() {
        return releaseAnswered;
    }
}
