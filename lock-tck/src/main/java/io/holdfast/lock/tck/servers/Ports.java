package io.holdfast.lock.tck.servers;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;

/**
 * Free ports on loopback. They are below those that systems give to outgoing connections, so that the port of a killed server
 * is still free when the server comes back. Thread safe.
 */
public final class Ports {
    static final String HOST = "127.0.0.1";

    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int ATTEMPTS = 1_000;
    private static final int STARTS = 5;

    /** What this JVM has given away: a server that is down at the moment still owns its port. */
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private Ports() {}

    /**
     * A port on which nobody listens at the moment, and which this JVM has not given away before.
     *
     * @throws ServerException if none is found
     */
    public static int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (GIVEN.add(port)) {
                if (isFree(port)) {
                    return port;
                }
                GIVEN.remove(port);
            }
        }
        throw new ServerException("no free port between " + FIRST + " and " + LAST);
    }

    /**
     * Starts a server on a free port, and on another one if somebody else was faster. Blocks as long as the start does.
     *
     * @param start starts a {@link ServerProcess} on the port that it is given
     * @param <T> the server
     * @return what the start returned
     * @throws ServerException if the start fails for another reason, or five ports in turn were taken
     */
    public static <T> T startOnFree(IntFunction<T> start) {
        requireNonNull(start, "start");
        for (int attempt = 1; ; attempt++) {
            try {
                return start.apply(free());
            } catch (PortTakenException taken) {
                if (attempt == STARTS) {
                    throw taken;
                }
            }
        }
    }

    /**
     * The port may be given away again.
     *
     * @param port one that {@link #free()} gave, and whose server is closed
     */
    public static void giveBack(int port) {
        GIVEN.remove(port);
    }

    private static boolean isFree(int port) {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getByName(HOST))) {
            return probe.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
