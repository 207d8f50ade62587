package io.holdfast.lock.bench.compare;

/**
 * Another lock library.
 *
 * @param waits whether it can wait for a lock that somebody has; if not, it is left out where it would have to
 * @param opener connects to a server
 */
public record Peer(String name, boolean waits, Opener opener) implements Contender {
    /** How a library connects. */
    public interface Opener {
        /** Connects to the server. */
        Session open(String serverUrl) throws Exception;
    }

    @Override
    public Role role() {
        return Role.PEER;
    }

    @Override
    public boolean takesPart(Scenario scenario) {
        return waits || !scenario.isContended();
    }

    @Override
    public Session open(String serverUrl, Scenario scenario) throws Exception {
        return opener.open(serverUrl);
    }
}
