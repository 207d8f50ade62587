package io.holdfast.lock.tck.network;

import java.time.Duration;

/** What the network does to the bytes of one direction, on all connections alike. Thread safe. */
final class Weather {
    // Mutable state, guarded by this
    private Flow flow = Flow.PASS;
    private long delayNanos;

    synchronized void turn(Flow next) {
        flow = next;
        notifyAll();
    }

    synchronized void delay(Duration delay) {
        delayNanos = delay.toNanos();
    }

    synchronized void clear() {
        delayNanos = 0;
        turn(Flow.PASS);
    }

    synchronized boolean is(Flow asked) {
        return flow == asked;
    }

    /** When bytes that enter now are to leave, by {@link System#nanoTime()}. */
    synchronized long due() {
        return System.nanoTime() + delayNanos;
    }

    /** Blocks while bytes are held. What ends the wait of a connection that is over is the interrupt of its threads. */
    synchronized Flow awaitMotion() throws InterruptedException {
        while (flow == Flow.HOLD) {
            wait();
        }
        return flow;
    }

    /**
     * Blocks until bytes pass. The end of a connection can't be thrown away as bytes are: TCP says it again and again until it is
     * heard, so in bad weather it comes late.
     */
    synchronized void awaitPass() throws InterruptedException {
        while (flow != Flow.PASS) {
            wait();
        }
    }
}
