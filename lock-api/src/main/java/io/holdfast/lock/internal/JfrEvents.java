package io.holdfast.lock.internal;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/**
 * The events that the engine writes to the JDK's Flight Recorder. They cost next to nothing while no recording runs. While one
 * does, short waits and holds and all hand-offs stay out of it unless its settings ask for them, as with the JDK's own monitors.
 */
final class JfrEvents {
    private JfrEvents() {}

    @Category("Holdfast")
    @StackTrace(false)
    abstract static class OfLock extends Event {
        @Label("Lock")
        String lock = "";

        @Label("Backend")
        String backend = "";

        @Label("Token")
        @Description("The fencing token, 0 if there is none")
        long token;
    }

    @Name("io.holdfast.Acquire")
    @Label("Lock Acquire")
    @Threshold("10 ms")
    @StackTrace(true)
    static final class Acquire extends OfLock {
        @Label("Outcome")
        String outcome = "";
    }

    @Name("io.holdfast.Hold")
    @Label("Lock Hold")
    @Threshold("10 ms")
    static final class Held extends OfLock {}

    @Name("io.holdfast.HandOff")
    @Label("Lock Hand-off")
    @Enabled(false)
    @Description("The lock passed to another thread of this client without a round trip")
    static final class HandOff extends OfLock {}

    @Name("io.holdfast.RenewalLate")
    @Label("Lock Renewal Late")
    static final class RenewalLate extends OfLock {
        @Label("Remaining")
        @Timespan(Timespan.NANOSECONDS)
        long remaining;
    }

    @Name("io.holdfast.Lost")
    @Label("Lock Lost")
    static final class Lost extends OfLock {
        @Label("Reason")
        String reason = "";
    }
}
