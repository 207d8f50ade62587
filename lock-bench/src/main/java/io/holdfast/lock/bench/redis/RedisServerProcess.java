package io.holdfast.lock.bench.redis;

import io.holdfast.lock.bench.compare.Server;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A redis-server of our own, without files. To be replaced by the fixture of lock-tck. */
final class RedisServerProcess implements Server {
    private static final long START_MILLIS = 10_000;

    private final Process process;
    private final int port;
    private final Path directory;
    private final Thread ender;

    private RedisServerProcess(Process process, int port, Path directory) {
        this.process = process;
        this.port = port;
        this.directory = directory;
        ender = new Thread(this::end);   // for those who interrupt us
        Runtime.getRuntime().addShutdownHook(ender);
    }

    static RedisServerProcess start() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("holdfast-bench-redis");
        int port = freePort();
        Process process = new ProcessBuilder("redis-server", "--bind", "127.0.0.1", "--port", Integer.toString(port),
                "--save", "", "--appendonly", "no", "--dir", directory.toString(), "--logfile", directory.resolve("log").toString())
                .redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        RedisServerProcess server = new RedisServerProcess(process, port, directory);
        server.awaitAnswer();
        return server;
    }

    @Override
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public String version() {
        try {
            return "Redis " + info("redis_version");
        } catch (IOException gone) {
            return "Redis (gone: " + gone.getMessage() + ")";
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(ender);
        end();
    }

    private void end() {
        process.destroyForcibly().onExit().join();
        directory.resolve("log").toFile().delete();
        directory.toFile().delete();
    }

    private String info(String key) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write("INFO server\r\nQUIT\r\n".getBytes(StandardCharsets.UTF_8));
            BufferedReader answer = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            return answer.lines().filter(line -> line.startsWith(key + ":")).findFirst().orElseThrow().substring(key.length() + 1);
        }
    }

    private void awaitAnswer() throws InterruptedException, IOException {
        for (long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(START_MILLIS); ; Thread.sleep(20)) {
            try {
                info("redis_version");
                return;
            } catch (IOException notYet) {
                if (!process.isAlive() || System.nanoTime() - end > 0) {
                    throw new IOException("redis-server does not answer; its log: " + Files.readString(directory.resolve("log")), notYet);
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
