package io.holdfast.lock.tck.network;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where clients knock: a port that stays the same, whether somebody listens on it or not. A second socket, which never listens, is
 * bound to it all the time. So a shut door is a true "connection refused", while the system gives the port to nobody else, not even
 * to a client that knocks (which would then find itself). Thread safe.
 */
final class Door {
    private static final String HOST = "127.0.0.1";
    private static final int BACKLOG = 128;

    /** Called by the thread at the door, so must not wait for whoever shuts it. */
    private final Consumer<Socket> guests;
    private final Socket keeper = new Socket();

    // Mutable state, guarded by this
    private @Nullable ServerSocket listening;
    private @Nullable Thread porter;

    Door(Consumer<Socket> guests) throws IOException {
        this.guests = guests;
        try {
            // Both sockets say so: then Linux lets two be bound to the same port, as long as only one of them listens.
            keeper.setReuseAddress(true);
            keeper.bind(new InetSocketAddress(InetAddress.getByName(HOST), 0));
        } catch (IOException failed) {
            Sockets.close(keeper);
            throw failed;
        }
    }

    String host() {
        return HOST;
    }

    int port() {
        return keeper.getLocalPort();
    }

    /** Does nothing if it is open. */
    synchronized void open() throws IOException {
        if (listening != null) {
            return;
        }
        ServerSocket opened = new ServerSocket();
        try {
            opened.setReuseAddress(true);
            opened.bind(keeper.getLocalSocketAddress(), BACKLOG);
        } catch (IOException failed) {
            Sockets.close(opened);
            throw failed;
        }
        porter = Threads.daemon("tcp-proxy-" + port() + "-door", () -> welcome(opened));
        porter.start();
        listening = opened;
    }

    /**
     * Does nothing if it is shut. Blocks until the thread that waits for guests has ended: as long as it hangs in the system's
     * accept, the system goes on listening, whatever was closed.
     */
    synchronized void shut() {
        if (listening != null && porter != null) {
            Sockets.close(listening);
            Threads.awaitEnd(porter);
            listening = null;
        }
    }

    /** Gives the port back. */
    void remove() {
        shut();
        Sockets.close(keeper);
    }

    private void welcome(ServerSocket opened) {
        while (!opened.isClosed()) {
            try {
                guests.accept(opened.accept());
            } catch (IOException shutOrOutOfFiles) {
                pause();
            }
        }
    }

    /** When the process has no file left for another socket, it does not help to try as often as possible. */
    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(1);
        } catch (InterruptedException goOn) {
            // Nobody does that, and the door's being shut is what ends this thread.
        }
    }
}
