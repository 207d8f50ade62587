package io.holdfast.lock.tck.network;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;

/** Bytes of which a missing or misplaced one is noticed. */
final class Bytes {
    /** Not a power of two, so that pieces of the usual sizes differ. */
    private static final int PERIOD = 251;

    private Bytes() {}

    static byte[] counting(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i % PERIOD + i / PERIOD);
        }
        return bytes;
    }

    /** Whatever comes, however it ends; but not a time-out. */
    static byte[] untilEndOrReset(Socket socket) throws IOException {
        ByteArrayOutputStream heard = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(heard);
        } catch (SocketException reset) {
            // What has come before it counts.
        }
        return heard.toByteArray();
    }
}
