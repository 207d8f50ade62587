package io.holdfast.lock.tck.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A running redis-server on loopback: alone, or part of {@link RedisSentinels} or a {@link RedisCluster}. See
 * {@link ServerProcess} for threads and time limits.
 */
public final class RedisServer implements AutoCloseable {
    private final int busPort;
    private final RedisAccess access;
    private final ServerProcess process;

    private RedisServer(RedisPlan plan, int port, ServerFolder folder) {
        Optional<TlsCertificate> tls = plan.mode() == RedisPlan.Mode.TLS ? Optional.of(TlsCertificate.in(folder)) : Optional.empty();
        this.busPort = plan.mode() == RedisPlan.Mode.CLUSTER ? Ports.free() : 0;
        this.access = new RedisAccess(port, tls, plan.password());
        Path configuration = folder.write("redis.conf", plan.configuration(port, busPort, folder.path(), tls));
        this.process = new ServerProcess("redis-server on " + address(), folder, plan.command(configuration),
                plan.environment(), () -> access.isServedBy(pid()));
    }

    static RedisServer start(RedisPlan plan) {
        plan.program().find();
        return Ports.startOnFree(port -> startOn(port, plan));
    }

    static RedisServer startOn(int port, RedisPlan plan) {
        RedisServer server = prepare(port, plan);
        try {
            server.start();
            return server;
        } catch (RuntimeException failed) {
            server.close();
            throw failed;
        }
    }

    /** Always the loopback address. */
    public String host() {
        return Ports.HOST;
    }

    /** The port for clients; with TLS if the server was started so. Stays the same over all starts. */
    public int port() {
        return access.port();
    }

    /** {@code redis://127.0.0.1:PORT}, or {@code rediss://} with TLS. Without the password, if there is one. */
    public String url() {
        return (access.certificate().isPresent() ? "rediss://" : "redis://") + address();
    }

    /** The process id of the server, or of its last run if it was killed. */
    public long pid() {
        return process.pid();
    }

    /** Whether there is a process, paused or not. */
    public boolean isRunning() {
        return process.isRunning();
    }

    /** Ends the server at once (SIGKILL) and blocks until it is gone. What it had not yet written is lost. */
    public void kill() {
        process.kill();
    }

    /**
     * Starts the server after {@link #kill()} on the same port, with the data that its persistence has left, and blocks until it
     * answers.
     *
     * @throws ServerException if it does not start
     * @throws IllegalStateException if it runs already
     */
    public void start() {
        process.start();
    }

    /**
     * Ends the server in good order (SIGTERM), so that it saves what its configuration tells it to save, starts it again and
     * blocks until it answers.
     *
     * @throws ServerException if it does not end or start
     */
    public void restart() {
        process.stop();
        process.start();
    }

    /** Stops the server's clock (SIGSTOP): it keeps its connections, and answers nothing until {@link #resume()}. */
    public void pause() {
        process.pause();
    }

    /** Lets a paused server go on (SIGCONT). */
    public void resume() {
        process.resume();
    }

    /**
     * Asks the server something, on a connection of its own, with the password of its {@code requirepass} line and over TLS if
     * that is what it speaks. Blocks for at most 20 s for each reply.
     *
     * @param words the command and its arguments, as in {@code command("CONFIG", "SET", "maxmemory", "1mb")}
     * @return the reply as text; an array as lines, one for each element, and nothing (nil) as the empty string
     * @throws ServerException if the server does not answer, or with the text of its error
     * @throws IllegalArgumentException if there is no word
     */
    public String command(String... words) {
        if (words.length == 0) {
            throw new IllegalArgumentException("no command");
        }
        try {
            return ask(Await.LIMIT, words);
        } catch (RespError refused) {
            throw new ServerException(words[0] + " on " + url() + ": " + refused.getMessage() + " (log: " + log() + ")", refused);
        } catch (IOException failed) {
            throw new ServerException(words[0] + " on " + url() + ": " + failed.getMessage() + details(), failed);
        }
    }

    /**
     * A PKCS12 trust store with the server's certificate.
     *
     * @throws IllegalStateException if the server was not started with {@link Servers#redisTls}
     */
    public Path trustStore() {
        return access.certificate().map(TlsCertificate::trustStore)
                .orElseThrow(() -> new IllegalStateException(url() + " has no TLS; see Servers.redisTls"));
    }

    /** The password of {@link #trustStore()}. */
    public String trustStorePassword() {
        return TlsCertificate.PASSWORD;
    }

    /** What the server writes, over all its starts. */
    public Path log() {
        return process.folder().log();
    }

    /** Kills the server and removes its folder, unless {@value ServerFolder#KEEP} is set. May be called twice. */
    @Override
    public void close() {
        process.close();
        Ports.giveBack(port());
        Ports.giveBack(busPort);
    }

    /** {@link #url()} and process id. */
    @Override
    public String toString() {
        return url() + " (process " + pid() + ")";
    }

    /** Where the nodes of a cluster talk to each other. */
    int busPort() {
        return busPort;
    }

    String address() {
        return Ports.HOST + ":" + port();
    }

    String details() {
        return process.folder().logTail();
    }

    String ask(Duration timeout, String... words) throws IOException {
        return access.ask(timeout, words);
    }

    private static RedisServer prepare(int port, RedisPlan plan) {
        ServerFolder folder = new ServerFolder("redis");
        try {
            return new RedisServer(plan, port, folder);
        } catch (RuntimeException failed) {
            folder.close();
            throw failed;
        }
    }
}
