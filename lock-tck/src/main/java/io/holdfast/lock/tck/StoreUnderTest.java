package io.holdfast.lock.tck;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.IntFunction;

/**
 * A store that {@link LockFaultTck} may break: what a backend's author writes once for each topology. Only {@link #url()} must be
 * there; what a store does not have is left empty, and the tests that need it are skipped with that reason.
 *
 * <p>The kit uses it from one thread at a time.
 */
public interface StoreUnderTest extends AutoCloseable {
    /** For {@code LockClient.connect} in every process on this machine. Stays the same over all restarts. */
    String url();

    /** The way from clients to the store, if a proxy can stand in it. */
    default Optional<Road> road() {
        return Optional.empty();
    }

    /** The server, if it is a process of its own. */
    default Optional<Server> server() {
        return Optional.empty();
    }

    /** The servers among which another takes over if one dies, if there are several. */
    default Optional<Succession> succession() {
        return Optional.empty();
    }

    /** The store's wall clock, if the store was started so that a test can set it. */
    default Optional<WallClock> clock() {
        return Optional.empty();
    }

    /** How many entries (keys, nodes, rows) the locks of all clients occupy now, as in {@link LockBackendTck#residue()}. */
    default OptionalLong residue() {
        return OptionalLong.empty();
    }

    /** Ends the servers and removes what they had. */
    @Override
    void close();

    /**
     * Where the server listens, and how a URL looks that leads there by another port.
     *
     * @param host of the server
     * @param port of the server
     * @param detour the URL for a client that is to go through a port of this machine
     */
    record Road(String host, int port, IntFunction<String> detour) {}

    /** A server that can be stopped in every way. Each method blocks until it is done. */
    interface Server {
        /** Stands still (SIGSTOP), with its connections open. */
        void pause();

        /** Goes on after {@link #pause()}. */
        void resume();

        /** Ends at once (SIGKILL) and comes back on the same port with all that it had confirmed. */
        void restart();

        /** Ends at once and comes back on the same port with nothing. */
        void restartEmpty();
    }

    /** Servers of which one leads. */
    interface Succession {
        /** Kills the leader (SIGKILL) and blocks until another leads. */
        void killLeader();

        /** Brings back who was killed, and blocks until all serve. */
        void restore();
    }

    /** A wall clock that a test sets, while the monotonic clock goes on as it should. */
    interface WallClock {
        /** Adds to the clock's time; negative to set it back. */
        void jump(Duration by);
    }
}
