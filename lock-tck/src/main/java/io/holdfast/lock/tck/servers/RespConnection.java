package io.holdfast.lock.tck.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** One connection that speaks RESP 2: a question, and its reply as text. */
final class RespConnection implements Closeable {
    private final Socket socket;
    private final InputStream in;

    RespConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Blocks for as long as the socket's time-out allows. An error reply is thrown as {@link RespError}. */
    String ask(String... words) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(("*" + words.length + "\r\n").getBytes(UTF_8));
        for (String word : words) {
            byte[] bytes = word.getBytes(UTF_8);
            request.writeBytes(("$" + bytes.length + "\r\n").getBytes(UTF_8));
            request.writeBytes(bytes);
            request.writeBytes("\r\n".getBytes(UTF_8));
        }
        socket.getOutputStream().write(request.toByteArray());
        return reply();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    private String reply() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', ':' -> rest;
            case '-' -> throw new RespError(rest);
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
        if (bytes.length < length) {
            throw new EOFException("the connection ended within a reply");
        }
        line();
        return new String(bytes, UTF_8);
    }

    private String array(int length) throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            lines.add(reply());
        }
        return String.join("\n", lines);
    }

    private String line() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended without a reply");
            }
            bytes.write(next);
        }
        return bytes.toString(UTF_8).stripTrailing();
    }
}
