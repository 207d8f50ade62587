package io.holdfast.lock.tck.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What all connections of a proxy share: the way to the server, the weather, the trap and the counts. Thread safe. */
final class Network {
    private final String host;
    private final int port;
    private final Map<Direction, Weather> weather =
            Map.of(Direction.REQUESTS, new Weather(), Direction.REPLIES, new Weather());
    private final Tally tally = new Tally();

    // Mutable state, thread safe by itself
    private final AtomicReference<@Nullable Trap> trap = new AtomicReference<>();

    Network(String host, int port) {
        this.host = host;
        this.port = port;
    }

    /** Looks the host up each time, as a client would. */
    void connect(Socket socket) throws IOException {
        socket.connect(new InetSocketAddress(host, port));
        socket.setTcpNoDelay(true);
    }

    Weather weather(Direction direction) {
        return weather.get(direction);
    }

    Tally tally() {
        return tally;
    }

    /** The one that lies there now. */
    @Nullable Trap trap() {
        return trap.get();
    }

    /** In place of the one before; null for none. */
    void arm(@Nullable Trap next) {
        trap.set(next);
    }

    /** Whether it is this connection that is caught: a trap for one may have caught another meanwhile, or been taken away. */
    boolean springs(Trap armed) {
        return armed.springsOnce() ? trap.compareAndSet(armed, null) : trap.get() == armed;
    }

    void clear() {
        trap.set(null);
        weather.values().forEach(Weather::clear);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
