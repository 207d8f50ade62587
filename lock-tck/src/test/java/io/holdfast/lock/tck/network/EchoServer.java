package io.holdfast.lock.tck.network;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Says what it is told, and remembers it. When a client has ended its half of a connection, it ends the other. */
final class EchoServer implements AutoCloseable {
    private final InetSocketAddress address;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();

    // Mutable state, guarded by itself
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();

    // Mutable state, of the test's thread
    private ServerSocket door;
    private Thread porter;

    EchoServer() throws IOException {
        door = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        address = (InetSocketAddress) door.getLocalSocketAddress();
        porter = serve(door);
    }

    int port() {
        return address.getPort();
    }

    /** On all connections, in ISO 8859-1: a character is a byte. */
    String heard() {
        synchronized (heard) {
            return heard.toString(StandardCharsets.ISO_8859_1);
        }
    }

    int heardBytes() {
        synchronized (heard) {
            return heard.size();
        }
    }

    int accepted() {
        return accepted.get();
    }

    int open() {
        return open.size();
    }

    /** Says something unasked, on all connections. */
    void say(String words) throws IOException {
        for (Socket each : open) {
            each.getOutputStream().write(words.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    /** Ends all connections in good order. */
    void hangUp() throws IOException {
        for (Socket each : open) {
            each.close();
        }
    }

    /** The system goes on listening as long as a thread hangs in its accept. */
    void stop() throws IOException, InterruptedException {
        door.close();
        porter.join();
        hangUp();
    }

    void startAgain() throws IOException {
        door = new ServerSocket();
        door.setReuseAddress(true);
        door.bind(address);
        porter = serve(door);
    }

    @Override
    public void close() {
        try {
            stop();
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private Thread serve(ServerSocket serving) {
        return start(() -> {
            while (true) {
                Socket client = serving.accept();
                accepted.incrementAndGet();
                open.add(client);
                start(() -> echo(client));
            }
        });
    }

    private void echo(Socket client) throws IOException {
        try (client) {
            byte[] bytes = new byte[1 << 16];
            for (int count = client.getInputStream().read(bytes); count >= 0; count = client.getInputStream().read(bytes)) {
                synchronized (heard) {
                    heard.write(bytes, 0, count);
                }
                client.getOutputStream().write(bytes, 0, count);
            }
        } finally {
            open.remove(client);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // The connection was cut, or the test is over.
            }
        }, "echo-server");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
