package io.holdfast.lock.tck.network;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;

/** Ends sockets, in good order or not. */
final class Sockets {
    private Sockets() {}

    static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException closedAllTheSame) {
            // There is nothing left to do for it.
        }
    }

    /** With RST in place of FIN: what was not sent yet is forgotten, and the other side hears of it at once. */
    static void reset(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException notConnectedAnyMore) {
            // Then there is nobody to tell.
        }
        close(socket);
    }
}
