package io.holdfast.lock.tck;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What {@link Chaos} does to processes, to their networks and to the server. */
enum Harm {
    /** A process dies, and another takes its place. */
    KILL("kill", Victim.PROCESS, null),
    /** A process stands still. */
    STOP("pause", Victim.PROCESS, null),
    /** The connections of a process are cut. */
    CUT("cut", Victim.PROCESS, StorePart.ROAD),
    /** Nothing passes between a process and the store. */
    HOLE("black hole", Victim.PROCESS, StorePart.ROAD),
    /** What the store says to a process is lost. */
    LOST_REPLIES("lost replies", Victim.PROCESS, StorePart.ROAD),
    /** What passes between a process and the store takes its time. */
    DELAY("delay", Victim.PROCESS, StorePart.ROAD),
    /** The server stands still. */
    HANG("server hangs", Victim.SERVER, StorePart.SERVER),
    /** The server dies and comes back with its data. */
    RESTART("server restarts", Victim.SERVER, StorePart.SERVER);

    private final String title;
    private final Victim victim;
    private final Optional<StorePart> needs;

    /** Whom it happens to. */
    enum Victim {
        PROCESS,
        SERVER
    }

    Harm(String title, Victim victim, @Nullable StorePart needs) {
        this.title = title;
        this.victim = victim;
        this.needs = Optional.ofNullable(needs);
    }

    /** How the history calls it. */
    String title() {
        return title;
    }

    Victim victim() {
        return victim;
    }

    boolean canBeDoneTo(StoreUnderTest store) {
        return needs.map(part -> part.isIn(store)).orElse(true);
    }
}
