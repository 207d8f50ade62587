package io.holdfast.lock.tck.history;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * One thing that happened in a run. Times are {@link System#nanoTime()}, which on one Linux machine is the same clock in all
 * processes. Which side of a call a time is taken on is part of each event's meaning: the checker concludes from it.
 *
 * <p>A worker writes an attempt down as {@link Requested}, then one {@link Answer}; if that is {@link Granted}, any number of
 * {@link Valid}, and at last {@link Lost}, or {@link Releasing} with {@link Released} or {@link ReleaseLost}, or both. A re-entry
 * is no attempt: it has the token of the hold it enters again. Immutable.
 */
public sealed interface Event {
    /** The {@linkplain FaultBegan#target() target} of faults of the servers. No process has this name. */
    String SERVER = "server";

    /** The {@linkplain FaultBegan#target() target} of faults between processes and servers. No process has this name. */
    String NETWORK = "network";

    /** The {@linkplain FaultBegan#kind() kind} of a fault that stops a process and lets it go on. Meanwhile its limits rest. */
    String PAUSE = "pause";

    /** When it happened; of something that lasts, when it began. */
    long nanos();

    /** The event as one line of ASCII without a line break, whatever the lock is called. {@link #parse} takes it back. */
    String toLine();

    /**
     * The event of a line.
     *
     * @throws IllegalArgumentException if the line is no event, or only the first part of one, as a killed process may leave it
     */
    static Event parse(String line) {
        return EventLine.parse(requireNonNull(line, "line"));
    }

    /** A step of one attempt to acquire a lock. */
    sealed interface Step extends Event {
        /** The short name of the process, such as "p2". */
        String process();

        /** The number of the attempt within its process. */
        long acquisition();
    }

    /** What came of a request. */
    sealed interface Answer extends Step {}

    /**
     * A lock is asked for.
     *
     * @param nanos taken before the call
     * @param limit how long the call may wait; empty if it waits for ever
     */
    record Requested(long nanos, String process, long acquisition, String lock, boolean fair, Optional<Duration> limit) implements Step {
        /** Checks what can be checked. */
        public Requested {
            checkStep(process, acquisition);
            checkName("lock", lock);
            requireNonNull(limit, "limit").ifPresent(Requested::checkLimit);
        }

        @Override
        public String toLine() {
            String wait = limit.map(time -> Long.toString(time.toNanos())).orElse("");
            return EventLine.of("REQUESTED", nanos, process, acquisition, lock, fair ? "fair" : "", wait);
        }

        private static void checkLimit(Duration limit) {
            if (limit.isNegative()) {
                throw new IllegalArgumentException("limit must not be negative, but is " + limit);
            }
        }
    }

    /**
     * The lock was acquired.
     *
     * @param nanos taken after the call returned, and before {@code onLost} was asked for
     */
    record Granted(long nanos, String process, long acquisition, long token) implements Answer {
        /** Checks what can be checked. */
        public Granted {
            checkStep(process, acquisition);
        }

        @Override
        public String toLine() {
            return EventLine.of("GRANTED", nanos, process, acquisition, token);
        }
    }

    /**
     * The lock was not acquired, because another had it until the limit was over.
     *
     * @param nanos taken after the call returned
     */
    record Refused(long nanos, String process, long acquisition) implements Answer {
        /** Checks what can be checked. */
        public Refused {
            checkStep(process, acquisition);
        }

        @Override
        public String toLine() {
            return EventLine.of("REFUSED", nanos, process, acquisition);
        }
    }

    /**
     * The call threw.
     *
     * @param nanos taken after the call threw
     * @param reason the exception in words
     */
    record Failed(long nanos, String process, long acquisition, String reason) implements Answer {
        /** Checks what can be checked. */
        public Failed {
            checkStep(process, acquisition);
            requireNonNull(reason, "reason");
        }

        @Override
        public String toLine() {
            return EventLine.of("FAILED", nanos, process, acquisition, reason);
        }
    }

    /**
     * The hold was found valid, perhaps many times. A hold that is valid now was so all the time since its grant, so the first and
     * the last time say it all. Worth a line now and then: what a killed process has not printed is gone.
     *
     * @param nanos taken before the first call of {@code isValid()} that was true
     * @param until taken before the last call that was true
     */
    record Valid(long nanos, String process, long acquisition, long until) implements Step {
        /** Checks what can be checked. */
        public Valid {
            checkStep(process, acquisition);
            if (until < nanos) {
                throw new IllegalArgumentException("valid until " + until + ", which is before " + nanos);
            }
        }

        @Override
        public String toLine() {
            return EventLine.of("VALID", nanos, process, acquisition, until);
        }
    }

    /**
     * The owner heard that the hold is lost. May be told more than once, by {@code onLost} and by {@code isValid()}; the first counts.
     *
     * @param nanos taken first of all in the callback, or after the call of {@code isValid()} that was false
     */
    record Lost(long nanos, String process, long acquisition) implements Step {
        /** Checks what can be checked. */
        public Lost {
            checkStep(process, acquisition);
        }

        @Override
        public String toLine() {
            return EventLine.of("LOST", nanos, process, acquisition);
        }
    }

    /**
     * The hold is about to be closed.
     *
     * @param nanos taken before the call
     */
    record Releasing(long nanos, String process, long acquisition) implements Step {
        /** Checks what can be checked. */
        public Releasing {
            checkStep(process, acquisition);
        }

        @Override
        public String toLine() {
            return EventLine.of("RELEASING", nanos, process, acquisition);
        }
    }

    /**
     * The hold was closed, and was not lost before.
     *
     * @param nanos taken after the call returned
     */
    record Released(long nanos, String process, long acquisition) implements Step {
        /** Checks what can be checked. */
        public Released {
            checkStep(process, acquisition);
        }

        @Override
        public String toLine() {
            return EventLine.of("RELEASED", nanos, process, acquisition);
        }
    }

    /**
     * Closing the hold threw {@code LockLostException}.
     *
     * @param nanos taken after the call threw
     */
    record ReleaseLost(long nanos, String process, long acquisition) implements Step {
        /** Checks what can be checked. */
        public ReleaseLost {
            checkStep(process, acquisition);
        }

        @Override
        public String toLine() {
            return EventLine.of("RELEASE_LOST", nanos, process, acquisition);
        }
    }

    /**
     * A process was killed, which ends all that it had begun. One that is started again under the same name goes on counting its
     * attempts.
     *
     * @param nanos taken by the driver when the process was known to be dead
     */
    record Killed(long nanos, String process) implements Event {
        /** Checks what can be checked. */
        public Killed {
            checkProcess(process);
        }

        @Override
        public String toLine() {
            return EventLine.of("KILLED", nanos, process);
        }
    }

    /**
     * Harm is about to be done.
     *
     * @param nanos taken before it is done
     * @param target the name of a process, {@link #SERVER} or {@link #NETWORK}
     * @param kind one word or a few, such as {@link #PAUSE}; by it the summary counts
     * @param text more about this one; may be empty
     */
    record FaultBegan(long nanos, String target, String kind, String text) implements Event {
        /** Checks what can be checked. */
        public FaultBegan {
            checkName("target", target);
            checkName("kind", kind);
            requireNonNull(text, "text");
        }

        @Override
        public String toLine() {
            return EventLine.of("FAULT_BEGAN", nanos, target, kind, text);
        }
    }

    /**
     * The harm of this kind to this target is undone.
     *
     * @param nanos taken after it was undone
     */
    record FaultEnded(long nanos, String target, String kind) implements Event {
        /** Checks what can be checked. */
        public FaultEnded {
            checkName("target", target);
            checkName("kind", kind);
        }

        @Override
        public String toLine() {
            return EventLine.of("FAULT_ENDED", nanos, target, kind);
        }
    }

    private static void checkStep(String process, long acquisition) {
        checkProcess(process);
        if (acquisition < 0) {
            throw new IllegalArgumentException("acquisition must not be negative, but is " + acquisition);
        }
    }

    private static void checkProcess(String process) {
        checkName("process", process);
        if (process.equals(SERVER) || process.equals(NETWORK)) {
            throw new IllegalArgumentException("a process can't be called '" + process + "': faults of that one are meant for all");
        }
    }

    private static void checkName(String what, String name) {
        if (requireNonNull(name, what).isEmpty()) {
            throw new IllegalArgumentException(what + " must not be empty");
        }
    }
}
