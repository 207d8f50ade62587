package io.holdfast.lock.tck.network;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands between clients and one server, and does to their connections what networks do. Clients connect to {@link #address()}, on
 * loopback:
 *
 * <pre>{@code
 * try (TcpProxy proxy = TcpProxy.to(server.host(), server.port())) {
 *     LockClient locks = LockClient.connect("redis://" + proxy.address());
 *     proxy.blackHole();
 *     // ... what does the client do now?
 *     proxy.heal();
 * }
 * }</pre>
 *
 * <p>It knows no protocol: bytes pass as they come, and so does the end of either half of a connection. A connection that comes
 * while the server is down is reset at once.
 *
 * <p>{@link #blackHole}, {@link #dropReplies} and {@link #dropRequests} replace each other; a delay, a trap ({@link #cutAfter},
 * {@link #cutEachAfter}, {@link #loseReplyTo}, {@link #loseRequest}; each replaces the other) and {@link #refuse} can be had on
 * top. All of them last until {@link #heal()}, unless they say otherwise. Bytes that were sent before a call may still pass; bytes
 * that are sent after it has returned are treated as it says.
 *
 * <p>Thread safe. Methods that reset connections block until the system has done so, which it does at once; the others do not block.
 * After {@link #close()}, those that change something throw {@link IllegalStateException}. Each connection has two threads here,
 * which do not keep the JVM alive.
 */
public final class TcpProxy implements AutoCloseable {
    private final Network network;
    private final Door door;
    private final Set<Line> lines = ConcurrentHashMap.newKeySet();

    // Mutable state: of the thread at the door
    private long lastLine;
    // Mutable state, guarded by this
    private boolean closed;

    private TcpProxy(Network network) throws IOException {
        this.network = network;
        this.door = new Door(this::admit);
    }

    /**
     * Listens on a free port, for one server. The server is not asked for anything until a client comes.
     *
     * @param host where the server is
     * @param port where the server listens
     * @return the proxy, to be closed
     * @throws UncheckedIOException if there is no port to be had
     */
    public static TcpProxy to(String host, int port) {
        try {
            TcpProxy proxy = new TcpProxy(new Network(requireNonNull(host, "host"), port));
            proxy.door.open();
            return proxy;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Always the loopback address, as a number. */
    public String host() {
        return door.host();
    }

    /** The port for clients. Stays the same as long as the proxy lives. */
    public int port() {
        return door.port();
    }

    /** {@code HOST:PORT}, for clients. */
    public String address() {
        return host() + ":" + port();
    }

    /**
     * Resets all connections that are open now, on both sides. Bytes on their way are lost. New connections are accepted as
     * before.
     *
     * <p>Called during {@link #blackHole()}, before {@link #heal()}, it makes that a hole that no connection survives.
     */
    public synchronized void cut() {
        checkOpen();
        cut(List.copyOf(lines));
    }

    /**
     * The server seems to be down: resets all connections, and clients get "connection refused" from the system for new ones. The
     * port is kept meanwhile. A connection that the system is just setting up may be forgotten without a word, as with any server
     * that goes down; its client is reset when it first says something.
     */
    public synchronized void refuse() {
        checkOpen();
        door.shut();
        cut(List.copyOf(lines));
    }

    /**
     * The route is gone: connections stay open, new ones are accepted, and nothing passes in either direction. The server does not
     * hear of new connections. Bytes are not lost: on {@link #heal()} they arrive, as TCP would send them again; also those of a
     * client that has given up and closed its connection, since its system would go on sending them. Only few are taken from their
     * senders meanwhile; the others wait on the sender's side, which sooner or later can't write any more.
     */
    public void blackHole() {
        turn(Flow.HOLD, Flow.HOLD);
    }

    /**
     * Requests reach the server, and everything it says is thrown away. A connection that has lost something so can't go on: it is
     * reset on {@link #heal()}, the others are not.
     */
    public void dropReplies() {
        turn(Flow.PASS, Flow.DROP);
    }

    /**
     * Everything that clients say is thrown away, while what the server says of its own accord reaches them. New connections do
     * reach the server. A connection that has lost something so can't go on: it is reset on {@link #heal()}, the others are not.
     */
    public void dropRequests() {
        turn(Flow.DROP, Flow.PASS);
    }

    /**
     * All bytes arrive later, in both directions, in their order; a round trip takes twice as long. What is on its way already
     * keeps its delay, also when that is changed. At most 4 MB are on their way in each direction of a connection; a sender of more
     * has to wait.
     *
     * @param oneWay zero for none
     * @throws IllegalArgumentException if it is negative
     */
    public void delay(Duration oneWay) {
        for (Direction direction : Direction.values()) {
            delay(oneWay, direction);
        }
    }

    /**
     * As {@link #delay(Duration)}, in one direction only.
     *
     * @param oneWay zero for none
     * @param direction which bytes come late
     * @throws IllegalArgumentException if the delay is negative
     */
    public synchronized void delay(Duration oneWay, Direction direction) {
        checkOpen();
        if (requireNonNull(oneWay, "oneWay").isNegative()) {
            throw new IllegalArgumentException("nothing arrives before it was sent: " + oneWay);
        }
        network.weather(requireNonNull(direction, "direction")).delay(oneWay);
    }

    /**
     * Resets the first connection on which so many bytes have passed, so that a request or reply ends in the middle. That one
     * only: the client can connect again. Those that are open now are counted from now on, later ones from their beginning.
     *
     * @param bytes how many still pass; with zero the next one does not
     * @param direction which bytes are counted
     * @throws IllegalArgumentException if the number is negative
     */
    public void cutAfter(long bytes, Direction direction) {
        cutAfter(bytes, direction, true);
    }

    /**
     * As {@link #cutAfter}, but resets each connection on which so many bytes have passed, until {@link #heal()}.
     *
     * @param bytes how many still pass on each; with zero the next one does not
     * @param direction which bytes are counted
     * @throws IllegalArgumentException if the number is negative
     */
    public void cutEachAfter(long bytes, Direction direction) {
        cutAfter(bytes, direction, false);
    }

    /**
     * The next request that contains the marker reaches the server, which does what it is asked; what it says next on that
     * connection is thrown away, and the connection is reset. That happens once. A marker that comes in several pieces is found,
     * too.
     *
     * @param marker in UTF-8, such as the name of a lock
     * @throws IllegalArgumentException if it is empty
     */
    public void loseReplyTo(String marker) {
        loseReplyTo(requireNonNull(marker, "marker").getBytes(UTF_8));
    }

    /**
     * As {@link #loseReplyTo(String)}, for protocols that are no text.
     *
     * @param marker bytes of the request
     * @throws IllegalArgumentException if there are none
     */
    public void loseReplyTo(byte[] marker) {
        arm(new Trap.LoseMarked(new Marker(requireNonNull(marker, "marker")), true));
    }

    /**
     * The next request that contains the marker does not reach the server: the connection is reset before. That happens once. Of a
     * marker that comes in several pieces the server gets all but the last.
     *
     * @param marker in UTF-8, such as the name of a lock
     * @throws IllegalArgumentException if it is empty
     */
    public void loseRequest(String marker) {
        loseRequest(requireNonNull(marker, "marker").getBytes(UTF_8));
    }

    /**
     * As {@link #loseRequest(String)}, for protocols that are no text.
     *
     * @param marker bytes of the request
     * @throws IllegalArgumentException if there are none
     */
    public void loseRequest(byte[] marker) {
        arm(new Trap.LoseMarked(new Marker(requireNonNull(marker, "marker")), false));
    }

    /**
     * Whether a trap still waits for its moment. False when {@link #cutAfter}, {@link #loseReplyTo} or {@link #loseRequest} has
     * found its connection, perhaps an instant before that is reset; {@link #cutEachAfter} waits until {@link #heal()}.
     */
    public boolean isArmed() {
        return network.trap() != null;
    }

    /**
     * All is well again: bytes pass without delay, clients can connect, no trap is armed. Connections that have lost bytes, or
     * still wait for the reply that they are to lose, are reset: no network leaves a hole in a stream. The others live on.
     *
     * @throws UncheckedIOException if after {@link #refuse()} the port can't be listened on again
     */
    public synchronized void heal() {
        checkOpen();
        network.clear();
        cut(lines.stream().filter(Line::isDamaged).toList());
        try {
            door.open();
        } catch (IOException taken) {
            throw new UncheckedIOException("port " + port() + " can't be listened on again: " + taken.getMessage(), taken);
        }
    }

    /**
     * What has passed so far, and what was done to it. What a client or the server has noticed is counted; the numbers are not all
     * of the very same instant.
     */
    public Traffic traffic() {
        return network.tally().traffic(lines.size());
    }

    /** Resets all connections, gives the port back, and blocks until all threads have ended. May be called twice. */
    @Override
    public synchronized void close() {
        closed = true;
        door.remove();
        cut(List.copyOf(lines));
    }

    /** Where from, where to, and {@link #traffic()}. */
    @Override
    public String toString() {
        return address() + " -> " + network + " " + traffic();
    }

    /** In the thread at the door, of which there is one at a time. When the door is shut, nobody is in between any more. */
    private void admit(Socket client) {
        lastLine++;
        Line line = new Line(network, client, "tcp-proxy-" + port() + "-" + lastLine, lines::remove);
        lines.add(line);
        // Not before: a connection that is counted as accepted must be there to be cut.
        network.tally().accepted();
        line.start();
    }

    /** All first, so that their threads end at the same time. */
    private static void cut(List<Line> victims) {
        victims.forEach(Line::cut);
        victims.forEach(Line::awaitEnd);
    }

    private synchronized void turn(Flow requests, Flow replies) {
        checkOpen();
        network.weather(Direction.REQUESTS).turn(requests);
        network.weather(Direction.REPLIES).turn(replies);
    }

    private void cutAfter(long bytes, Direction direction, boolean once) {
        if (bytes < 0) {
            throw new IllegalArgumentException("no number of bytes: " + bytes);
        }
        arm(new Trap.CutAfter(bytes, requireNonNull(direction, "direction"), once));
    }

    private synchronized void arm(Trap trap) {
        checkOpen();
        network.arm(trap);
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("the proxy on " + address() + " is closed");
        }
    }
}
