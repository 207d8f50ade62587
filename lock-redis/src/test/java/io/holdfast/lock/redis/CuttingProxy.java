package io.holdfast.lock.redis;

import io.holdfast.lock.tck.servers.RedisServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stands between clients and a server, and cuts a connection at the worst moment: when the server has done what it was asked, and
 * the reply is on its way; or before it has heard the question.
 */
final class CuttingProxy implements AutoCloseable {
    private final RedisServer server;
    private final ServerSocket door;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    // Mutable state; each is thread safe by itself
    private final AtomicReference<@Nullable Cut> armed = new AtomicReference<>();
    private final AtomicInteger connections = new AtomicInteger();

    private enum Moment {
        BEFORE_THE_REQUEST,
        AFTER_THE_WORK
    }

    /** @param mark a text that the request has to contain, such as the SHA of its script */
    private record Cut(String mark, Moment moment) {}

    CuttingProxy(RedisServer server) {
        this.server = server;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        start("proxy-door", this::welcome);
    }

    String url() {
        return "redis://127.0.0.1:" + door.getLocalPort();
    }

    /** The next request with the script reaches the server and is applied there; its reply does not come back. */
    void loseReplyTo(Script<?> script) {
        armed.set(new Cut(script.sha(), Moment.AFTER_THE_WORK));
    }

    /** The next request with the script does not reach the server. */
    void loseRequest(Script<?> script) {
        armed.set(new Cut(script.sha(), Moment.BEFORE_THE_REQUEST));
    }

    boolean hasCut() {
        return armed.get() == null;
    }

    /** How many connections have been made through it so far. */
    int connections() {
        return connections.get();
    }

    private void welcome() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket upstream = new Socket(server.host(), server.port());
            client.setTcpNoDelay(true);
            upstream.setTcpNoDelay(true);
            open.add(client);
            open.add(upstream);
            connections.incrementAndGet();
            Line line = new Line(client, upstream);
            start("proxy-requests", line::passRequests);
            start("proxy-replies", line::passReplies);
        }
    }

    /** One connection through the proxy. */
    private final class Line {
        private final Socket client;
        private final Socket upstream;

        // Mutable state: whether the server's next words are the last, and are not to be passed on
        private volatile boolean doomed;

        Line(Socket client, Socket upstream) {
            this.client = client;
            this.upstream = upstream;
        }

        private void passRequests() throws IOException {
            byte[] bytes = new byte[1 << 16];
            InputStream in = client.getInputStream();
            OutputStream out = upstream.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                Cut cut = armed.get();
                if (cut != null && new String(bytes, 0, count, StandardCharsets.ISO_8859_1).contains(cut.mark())
                        && armed.compareAndSet(cut, null)) {
                    if (cut.moment() == Moment.BEFORE_THE_REQUEST) {
                        break;
                    }
                    doomed = true;
                }
                out.write(bytes, 0, count);
            }
            end();
        }

        private void passReplies() throws IOException {
            byte[] bytes = new byte[1 << 16];
            InputStream in = upstream.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                if (doomed) {
                    break;
                }
                out.write(bytes, 0, count);
            }
            end();
        }

        private void end() throws IOException {
            client.close();
            upstream.close();
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // One side has hung up, or the test is over.
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            door.close();
            for (Socket each : open) {
                each.close();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
