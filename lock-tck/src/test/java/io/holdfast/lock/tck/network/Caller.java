package io.holdfast.lock.tck.network;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;

/** A client that knows no protocol. */
final class Caller implements AutoCloseable {
    private final Socket socket;

    Caller(TcpProxy proxy) throws IOException {
        socket = new Socket(proxy.host(), proxy.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) Eventually.PRESENCE.toMillis());
    }

    Socket socket() {
        return socket;
    }

    void say(String words) throws IOException {
        say(words.getBytes(ISO_8859_1));
    }

    void say(byte[] words) throws IOException {
        socket.getOutputStream().write(words);
    }

    /** Blocks until so many bytes are there, or the connection has ended. */
    String hear(int count) throws IOException {
        return new String(socket.getInputStream().readNBytes(count), ISO_8859_1);
    }

    void assertEcho(String words) throws IOException {
        say(words);
        assertEquals(words, hear(words.length()));
    }

    /** Not a byte, and not the end either. */
    void assertHearsNothing() throws IOException {
        socket.setSoTimeout((int) Eventually.ABSENCE.toMillis());
        assertThrows(SocketTimeoutException.class, () -> socket.getInputStream().read());
        socket.setSoTimeout((int) Eventually.PRESENCE.toMillis());
    }

    /** An end in good order would be read as -1. */
    void assertReset() {
        assertEquals("Connection reset", assertThrows(SocketException.class, () -> socket.getInputStream().read()).getMessage());
    }

    void endRequests() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
