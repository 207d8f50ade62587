package io.holdfast.lock.redis;

import io.holdfast.lock.tck.servers.RedisServer;
import java.time.Duration;
import java.util.List;

/** A waiter played by a test: it stands in line by the real script, and then does what real clients don't. */
final class FakeWaiter implements AutoCloseable {
    private static final Duration LEASE = Duration.ofSeconds(60);

    private final SpiCall call;
    private final Keyspace.LockKeys keys;
    private final String inbox;
    private final String alive;
    private final RawConnection commands;
    private final RedisServer server;

    // Mutable state
    private RawConnection ear;

    FakeWaiter(RedisServer server, String name) {
        Keyspace keyspace = new Keyspace("holdfast");
        this.server = server;
        this.call = new SpiCall(name, LEASE, true);
        this.keys = keyspace.of(name);
        this.inbox = keyspace.inbox(call.id());
        this.alive = keyspace.alive(keys.bucket(), call.id());
        this.commands = new RawConnection(server);
    }

    void listen() {
        ear = new RawConnection(server);
        ear.ask("SUBSCRIBE", inbox);
    }

    void stopListening() {
        ear.close();
        Eventually.until("the server has seen the end of the connection", () -> !server.command("PUBSUB", "CHANNELS").contains(inbox));
    }

    /** The next message, within the usual patience. */
    String message() {
        List<?> parts = (List<?>) ear.reply(Eventually.PRESENCE).orElseThrow(() -> new AssertionError("no message"));
        return (String) parts.get(2);
    }

    /** The script's answer: the token, or what is left of the owner's lease as a negative number. */
    long ask() {
        return (Long) commands.ask("EVAL", Script.ACQUIRE.text(), "3", keys.lock(), keys.line(), keys.mark(),
                call.id(), ticket(), Long.toString(LEASE.toMillis()), "1");
    }

    /** The server is to believe that the client has not asked for a long time. */
    void die() {
        commands.ask("DEL", alive);
    }

    /** The server is to believe that the client asks regularly. Up to the next hand-on, which finds that this is too long. */
    void surviveFor(Duration time) {
        commands.ask("PEXPIRE", alive, Long.toString(time.toMillis()));
        commands.ask("PEXPIRE", keys.line(), Long.toString(time.toMillis()));
    }

    boolean isInLine() {
        return line().contains(entry());
    }

    boolean isFirstInLine() {
        return line().indexOf(entry()) == 0;
    }

    boolean hasTheLock() {
        return call.id().equals(commands.ask("HGET", keys.lock(), "id"));
    }

    String id() {
        return call.id();
    }

    private List<?> line() {
        return (List<?>) commands.ask("ZRANGE", keys.line(), "0", "-1");
    }

    private String entry() {
        return call.id() + " " + ticket();
    }

    private String ticket() {
        return Ticket.of(call.acquisition(), Ticket.route(Inbox.of(inbox), alive));
    }

    @Override
    public void close() {
        commands.close();
        if (ear != null) {
            ear.close();
        }
    }
}
