package io.holdfast.lock.tck.servers;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/** How to talk to a Redis: on which port, with which certificate and password. Every question has a connection of its own. */
record RedisAccess(int port, Optional<TlsCertificate> certificate, Optional<String> password) {
    /** For questions that are asked again: a server that is silent for so long is asked anew. */
    static final Duration SHORT = Duration.ofSeconds(2);

    String ask(Duration timeout, String... words) throws IOException {
        try (RespConnection connection = connect(timeout)) {
            return connection.ask(words);
        }
    }

    /** PING, since a server that loads its data refuses it; and the process id, since the port may be another server's. */
    boolean isServedBy(long pid) throws IOException {
        try (RespConnection connection = connect(SHORT)) {
            connection.ask("PING");
            return connection.ask("INFO", "server").lines().anyMatch(line -> line.equals("process_id:" + pid));
        } catch (RespError refused) {
            if (refused.asksForPassword()) {
                return true;
            }
            throw refused;
        }
    }

    private RespConnection connect(Duration timeout) throws IOException {
        int millis = Math.toIntExact(timeout.toMillis());
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(Ports.HOST, port), millis);
            socket.setSoTimeout(millis);
            RespConnection connection = new RespConnection(withTls(socket));
            if (password.isPresent()) {
                connection.ask("AUTH", password.get());
            }
            return connection;
        } catch (IOException failed) {
            socket.close();
            throw failed;
        }
    }

    private Socket withTls(Socket socket) throws IOException {
        return certificate.isPresent() ? certificate.get().sockets().createSocket(socket, Ports.HOST, port, true) : socket;
    }
}
