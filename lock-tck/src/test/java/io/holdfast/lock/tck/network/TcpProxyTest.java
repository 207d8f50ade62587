package io.holdfast.lock.tck.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Connections come, pass, are cut, refused and gone. */
final class TcpProxyTest {
    private EchoServer server;
    private TcpProxy proxy;

    @BeforeEach
    void start() throws Exception {
        server = new EchoServer();
        proxy = TcpProxy.to("127.0.0.1", server.port());
    }

    @AfterEach
    void stop() {
        proxy.close();
        server.close();
    }

    @Test
    void bytesPassBothWaysAndAreCounted() throws Exception {
        try (Caller one = new Caller(proxy); Caller other = new Caller(proxy)) {
            one.assertEcho("hello");
            other.assertEcho("hi");
            assertEquals(new Traffic(2, 2, 7, 7, 0, 0), proxy.traffic());
        }
        Eventually.until("both are gone", () -> proxy.traffic().open() == 0 && server.open() == 0);
        assertEquals(new Traffic(2, 0, 7, 7, 0, 0), proxy.traffic());
        assertTrue(proxy.toString().startsWith("127.0.0.1:" + proxy.port() + " -> 127.0.0.1:" + server.port()), proxy.toString());
    }

    @Test
    void eitherHalfOfAConnectionMayEndFirst() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.say("the last words");
            caller.endRequests();
            assertEquals("the last words", caller.hear(100));
        }
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("hello");
            server.hangUp();
            assertEquals("", caller.hear(1));
        }
        Eventually.until("both are gone", () -> proxy.traffic().open() == 0);
        assertEquals(0, proxy.traffic().cuts());
    }

    @Test
    void resetOfOneSideIsPassedOnToTheOther() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("hello");
            caller.socket().setSoLinger(true, 0);
        }
        Eventually.until("the server knows", () -> server.open() == 0 && proxy.traffic().open() == 0);
        assertEquals(0, proxy.traffic().cuts());
    }

    @Test
    void connectionsAreResetWhileTheServerIsDown() throws Exception {
        server.stop();
        try (Caller caller = new Caller(proxy)) {
            caller.assertReset();
        }
        server.startAgain();
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("hello");
        }
    }

    @Test
    void cutResetsWhatIsOpenNow() throws Exception {
        try (Caller one = new Caller(proxy); Caller other = new Caller(proxy)) {
            one.assertEcho("hello");
            other.assertEcho("hello");
            proxy.cut();
            one.assertReset();
            other.assertReset();
        }
        Eventually.until("the server knows", () -> server.open() == 0);
        assertEquals(2, proxy.traffic().cuts());
        assertEquals(0, proxy.traffic().open());
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("hello again");
        }
    }

    @Test
    void refusalIsThatOfTheSystemAndThePortIsKept() throws Exception {
        int port = proxy.port();
        for (int i = 0; i < 3; i++) {
            try (Caller caller = new Caller(proxy)) {
                caller.assertEcho("hello");
                proxy.refuse();
                caller.assertReset();
            }
            assertThrows(ConnectException.class, () -> new Caller(proxy));
            assertPortIsTaken();
            proxy.refuse();
            assertThrows(ConnectException.class, () -> new Caller(proxy));
            proxy.heal();
            assertEquals(port, proxy.port());
        }
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("hello again");
            proxy.heal();
            caller.assertEcho("nothing had to be healed");
        }
    }

    private void assertPortIsTaken() throws Exception {
        try (ServerSocket thief = new ServerSocket()) {
            thief.setReuseAddress(false);
            InetSocketAddress port = new InetSocketAddress(InetAddress.getByName(proxy.host()), proxy.port());
            assertThrows(BindException.class, () -> thief.bind(port));
        }
    }

    /** Connections that are just coming in are either cut or refused, and never forgotten. */
    @Test
    void nothingIsLeftOfAStorm() throws Exception {
        List<Caller> callers = new ArrayList<>();
        var coming = Eventually.async(() -> {
            while (callers.size() < 200) {
                try {
                    callers.add(new Caller(proxy));
                } catch (SocketException refusedOrReset) {
                    // It is down at the moment, or went down while this connected.
                }
            }
            return null;
        });
        while (!coming.isDone()) {
            proxy.cut();
            proxy.refuse();
            proxy.heal();
        }
        Eventually.get(coming);
        proxy.refuse();
        for (Caller caller : callers) {
            // The system forgets a connection that it was setting up when the door was shut, and says so only when it is asked.
            sayALittle(caller);
            Bytes.untilEndOrReset(caller.socket());
            caller.close();
        }
        Eventually.until("the server knows", () -> server.open() == 0);
        assertEquals(0, proxy.traffic().open());
        Eventually.until("the threads have ended", () -> Remains.threads(proxy).isEmpty());
    }

    @Test
    void closeLeavesNothingWhateverTheWeather() throws Exception {
        List<Consumer<TcpProxy>> faults = List.of(TcpProxy::heal, TcpProxy::blackHole, TcpProxy::dropReplies, TcpProxy::dropRequests,
                TcpProxy::refuse, it -> it.delay(Duration.ofHours(1)), it -> it.cutAfter(1_000, Direction.REPLIES));
        int sockets = Remains.sockets();
        for (Consumer<TcpProxy> fault : faults) {
            TcpProxy closing = TcpProxy.to("127.0.0.1", server.port());
            try (closing; Caller caller = new Caller(closing)) {
                caller.assertEcho("hello");
                fault.accept(closing);
                sayALittle(caller);
                closing.close();
                Bytes.untilEndOrReset(caller.socket());
            }
            assertEquals(List.of(), Remains.threads(closing));
            assertEquals(0, closing.traffic().open());
            Eventually.until("the server knows", () -> server.open() == 0);
            Eventually.until("all sockets are closed", () -> Remains.sockets() <= sockets);
            assertThrows(ConnectException.class, () -> new Caller(closing));
        }
    }

    private static void sayALittle(Caller caller) {
        try {
            caller.say("hello");
        } catch (IOException refused) {
            // As it should be.
        }
    }

    /** A server that does not read stops the thread that writes to it. */
    @Test
    void closeEndsAWriteThatIsStuck() throws Exception {
        ServerSocket deaf = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        TcpProxy closing = TcpProxy.to("127.0.0.1", deaf.getLocalPort());
        try (deaf; closing; Caller caller = new Caller(closing)) {
            var writing = Eventually.async(() -> {
                while (true) {
                    caller.say(new byte[1 << 20]);
                }
            });
            AtomicLong passed = new AtomicLong(-1);
            Eventually.until("nothing moves any more", () -> {
                TimeUnit.NANOSECONDS.sleep(Eventually.ABSENCE.toNanos());
                long now = closing.traffic().requestBytes();
                return now > 0 && passed.getAndSet(now) == now;
            });
            closing.close();
            assertEquals(List.of(), Remains.threads(closing));
            assertThrows(ExecutionException.class, () -> Eventually.get(writing));
        }
    }

    @Test
    void whatIsClosedStaysClosed() {
        proxy.close();
        proxy.close();
        for (Executable each : List.<Executable>of(proxy::cut, proxy::refuse, proxy::heal, proxy::blackHole, proxy::dropReplies,
                proxy::dropRequests, () -> proxy.delay(Duration.ZERO), () -> proxy.loseRequest("a"))) {
            assertThrows(IllegalStateException.class, each);
        }
    }

    @Test
    void threadsSayWhatTheyAreForAndKeepNoJvmAlive() throws Exception {
        try (Caller caller = new Caller(proxy)) {
            caller.assertEcho("hello");
            String prefix = "tcp-proxy-" + proxy.port();
            assertEquals(List.of(prefix + "-1-replies", prefix + "-1-requests", prefix + "-door"),
                    Remains.threads(proxy).stream().map(Thread::getName).sorted().toList());
            assertTrue(Remains.threads(proxy).stream().allMatch(Thread::isDaemon));
        }
    }
}
