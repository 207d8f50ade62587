package io.holdfast.lock.bench.compare;

/** A lock library in one of its kinds, with the settings that its own documentation shows. */
public interface Contender {
    /** How it is called in the report, for instance {@code Redisson RLock}. */
    String name();

    /** What it is compared as. */
    Role role();

    /** Whether it can do what the scenario asks for. */
    boolean takesPart(Scenario scenario);

    /** Connects to the server, as a service would do once when it starts. */
    Session open(String serverUrl, Scenario scenario) throws Exception;

    /** What a contender is compared as. */
    enum Role {
        /** The one that the promises are about. */
        SUBJECT,
        /** Another lock. */
        PEER,
        /** No lock, but the least that any lock has to ask the server for. */
        LIMIT
    }
}
