package io.holdfast.lock.tck.holders;

import io.holdfast.lock.tck.history.Event;
import java.util.function.Consumer;

/** Tells what a holder lives through. As thread safe as who listens. Times are taken first of all. */
final class Voice {
    private final String process;
    private final Consumer<Event> ear;

    Voice(String process, Consumer<Event> ear) {
        this.process = process;
        this.ear = ear;
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

    private void say(Event event) {
        ear.accept(event);
    }
}
