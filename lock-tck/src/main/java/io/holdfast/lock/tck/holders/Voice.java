package io.holdfast.lock.tck.holders;

import io.holdfast.lock.tck.history.Event;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Tells what a holder lives through, one line each. Thread safe. Times are taken first of all. */
final class Voice {
    private final String process;
    private final PrintStream out;

    Voice(String process, PrintStream out) {
        this.process = process;
        this.out = out;
    }

    void requested(TakeOrder order) {
        say(new Event.Requested(System.nanoTime(), process, order.id(), order.name(), order.fair(), order.limit()));
    }

    void granted(long id, long token) {
        say(new Event.Granted(System.nanoTime(), process, id, token));
    }

    void refused(long id) {
        say(new Event.Refused(System.nanoTime(), process, id));
    }

    void failed(long id, Exception reason) {
        say(new Event.Failed(System.nanoTime(), process, id, reason.toString()));
    }

    void valid(long id, long from, long to) {
        say(new Event.Valid(from, process, id, to));
    }

    void lost(long id) {
        say(new Event.Lost(System.nanoTime(), process, id));
    }

    void releasing(long id) {
        say(new Event.Releasing(System.nanoTime(), process, id));
    }

    void released(long id) {
        say(new Event.Released(System.nanoTime(), process, id));
    }

    void releaseLost(long id) {
        say(new Event.ReleaseLost(System.nanoTime(), process, id));
    }

    /** A word that is no event, in one piece with its line end: other threads speak too. */
    void say(String word) {
        byte[] line = (word + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (out) {
            out.write(line, 0, line.length);
            out.flush();
        }
    }

    private void say(Event event) {
        say(event.toLine());
    }
}
