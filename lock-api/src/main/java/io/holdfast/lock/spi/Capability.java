package io.holdfast.lock.spi;

/**
 * What a backend can do beyond the least that all must. Declared once, in {@link BackendInfo}: the engine refuses what is not
 * there, the documentation lists it, and the kit tests what is there and that the rest is refused.
 */
public enum Capability {
    /** Tokens strictly increase per name over all holders, crashes, expiries and restarts (G7). */
    FENCING("Fencing tokens"),
    /** Waiters are woken by a message or event, not by asking again (G8). */
    PUSH("Wake-up by push"),
    /** Waiters of all clients can be served first come, first served (G9). */
    FAIR("Fair queue"),
    /** {@link LockBackend#inspect(String)} works. */
    INSPECT("Inspect"),
    /** {@link LockBackend#forceRelease(String)} works. */
    FORCE_RELEASE("Force release"),
    /** A hold outlives a restart of the server, if the server keeps its data (G5). */
    DURABLE_HOLDS("Holds outlive a restart"),
    /** Tokens grow even over a loss of all data on the server (G7). */
    DURABLE_TOKENS("Tokens outlive the data"),
    /** What was granted is not forgotten when another server takes over (G1). */
    DURABLE_GRANTS("Grants outlive a fail-over"),
    /** A jump of the server's wall clock ends no lease early and none late (G4, G5). */
    STEADY_LEASES("Leases by a steady clock");

    private final String title;

    Capability(String title) {
        this.title = title;
    }

    /** A short name for tables and messages. */
    public String title() {
        return title;
    }
}
