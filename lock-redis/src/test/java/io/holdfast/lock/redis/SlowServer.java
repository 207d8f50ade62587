package io.holdfast.lock.redis;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that takes its time for every command but PING, one after the other, and answers 1. */
final class SlowServer implements AutoCloseable {
    private final ServerSocket door;
    private final AtomicInteger connections = new AtomicInteger();

    // Mutable state
    private volatile Duration pace;

    SlowServer(Duration pace) {
        this.pace = pace;
        try {
            door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        start(this::welcome);
    }

    String url() {
        return "redis://127.0.0.1:" + door.getLocalPort();
    }

    void pace(Duration newPace) {
        pace = newPace;
    }

    int connections() {
        return connections.get();
    }

    private void welcome() throws IOException {
        while (true) {
            Socket client = door.accept();
            connections.incrementAndGet();
            start(() -> serve(client));
        }
    }

    private void serve(Socket client) throws IOException, InterruptedException {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            while (true) {
                String command = command(in);
                if (!command.equals("PING")) {
                    TimeUnit.NANOSECONDS.sleep(pace.toNanos());
                }
                out.write((command.equals("PING") ? "+PONG\r\n" : ":1\r\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
    }

    /** The first word of the next command. */
    private static String command(InputStream in) throws IOException {
        int words = number(in);
        String first = "";
        for (int i = 0; i < words; i++) {
            String word = new String(in.readNBytes(number(in)), StandardCharsets.UTF_8);
            in.readNBytes(2);
            first = i == 0 ? word : first;
        }
        return first;
    }

    /** Of a line such as {@code *3} or {@code $12}. */
    private static int number(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new IOException("the client has hung up");
            }
            line.append((char) next);
        }
        return Integer.parseInt(line.substring(1).strip());
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException over) {
                // The other side has hung up, or the test is over.
            }
        }, "slow-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            door.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
