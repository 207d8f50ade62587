package io.holdfast.lock.tck.network;

import org.jspecify.annotations.Nullable;

/** Looks out for the trap on one direction of one connection, whichever lies there at the moment. For one thread. */
final class Watch {
    private final Network network;
    private final Direction direction;

    // Mutable state, of the one thread
    private @Nullable Trap watched;
    private Trap.@Nullable Lookout lookout;

    Watch(Network network, Direction direction) {
        this.network = network;
        this.direction = direction;
    }

    Verdict see(byte[] bytes) {
        Trap trap = network.trap();
        if (trap != watched) {
            watched = trap;
            lookout = trap != null && trap.direction() == direction ? trap.lookout() : null;
        }
        if (trap == null || lookout == null) {
            return Verdict.goOn(bytes);
        }
        Verdict verdict = lookout.see(bytes);
        return verdict.after() == Verdict.After.GO_ON || network.springs(trap) ? verdict : Verdict.goOn(bytes);
    }
}
