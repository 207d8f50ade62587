package io.holdfast.lock.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.holdfast.lock.tck.servers.RedisServer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A connection without any client library: a test can stand in for a client that misbehaves. Speaks RESP 2; one thread at a time. */
final class RawConnection implements AutoCloseable {
    private final Socket socket;
    private final InputStream in;

    RawConnection(RedisServer server) {
        try {
            socket = new Socket(server.host(), server.port());
            in = new BufferedInputStream(socket.getInputStream());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** The reply: a Long, a String, a List of such, or null. An error is thrown. */
    Object ask(String... words) {
        send(words);
        return reply(Eventually.PRESENCE).orElseThrow(() -> new AssertionError("no reply to " + words[0]));
    }

    void send(String... words) {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("*" + words.length + "\r\n").getBytes(UTF_8));
        for (String word : words) {
            byte[] bytes = word.getBytes(UTF_8);
            request.writeBytes(("$" + bytes.length + "\r\n").getBytes(UTF_8));
            request.writeBytes(bytes);
            request.writeBytes("\r\n".getBytes(UTF_8));
        }
        try {
            socket.getOutputStream().write(request.toByteArray());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** What the server sends next, if it sends something within the limit. */
    Optional<Object> reply(Duration limit) {
        try {
            in.mark(1);
            socket.setSoTimeout(Math.toIntExact(limit.toMillis()));
            if (in.read() < 0) {
                throw new EOFException("the server has closed the connection");
            }
            in.reset();
            socket.setSoTimeout(Math.toIntExact(Eventually.PRESENCE.toMillis()));
            return Optional.of(read());
        } catch (SocketTimeoutException nothing) {
            return Optional.empty();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Object read() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case ':' -> Long.valueOf(rest);
            case '-' -> throw new IOException(rest);
            case '$' -> bulk(Integer.parseInt(rest));
            case '*' -> array(Integer.parseInt(rest));
            default -> throw new IOException("not RESP: " + line);
        };
    }

    private String bulk(int length) throws IOException {
        if (length < 0) {
            return "";
        }
        byte[] bytes = in.readNBytes(length);
        line();
        return new String(bytes, UTF_8);
    }

    private List<Object> array(int length) throws IOException {
        List<Object> parts = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            parts.add(read());
        }
        return parts;
    }

    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the server has closed the connection");
            }
            bytes.write(next);
        }
        return bytes.toString(UTF_8).stripTrailing();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
