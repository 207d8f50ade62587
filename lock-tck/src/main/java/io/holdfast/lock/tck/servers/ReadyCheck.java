package io.holdfast.lock.tck.servers;

import java.io.IOException;

/** Tells whether a server serves: by asking it something, not by looking whether its port is open. */
@FunctionalInterface
public interface ReadyCheck {
    /**
     * Asked every few milliseconds until the answer is yes. May block, with a time-out of its own.
     *
     * @throws IOException counts as not yet
     */
    boolean isReady() throws IOException;
}
