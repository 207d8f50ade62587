package io.holdfast.lock.tck.network;

import java.io.IOException;
import java.net.Socket;
import java.util.function.Consumer;

/** One connection through the proxy: a socket and a thread for each side. Thread safe. */
final class Line {
    private final Network network;
    private final Socket client;
    private final Socket server = new Socket();
    private final Consumer<Line> whenOver;
    private final Pump requests;
    private final Pump replies;
    private final Thread requestThread;
    private final Thread replyThread;
    private final LostReply lostReply = new LostReply();

    // Mutable state, guarded by this
    private int running = 1;
    private boolean over;
    private boolean hasHole;

    /** What a thread does until the connection is broken or over. */
    interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** Something that writes. */
    interface Sending {
        void send() throws IOException;
    }

    Line(Network network, Socket client, String threadName, Consumer<Line> whenOver) {
        this.network = network;
        this.client = client;
        this.whenOver = whenOver;
        this.requests = new Pump(this, network, Direction.REQUESTS, client, server);
        this.replies = new Pump(this, network, Direction.REPLIES, server, client);
        this.requestThread = thread(threadName, Direction.REQUESTS, this::connectAndPass);
        this.replyThread = thread(threadName, Direction.REPLIES, replies::run);
    }

    void start() {
        requestThread.start();
    }

    /** Ends the connection on both sides, and counts that. Does nothing if it is over. */
    synchronized void cut() {
        if (!over) {
            network.tally().cut();
            reset();
        }
    }

    /** Whether it has lost bytes, or is about to: the two sides no longer agree on what was said. */
    synchronized boolean isDamaged() {
        return hasHole || lostReply.isPending();
    }

    /**
     * Blocks until both threads of a line that was cut have ended. Only then its sockets are closed for sure: as long as a thread
     * hangs in the system's read or write, the system keeps them.
     */
    void awaitEnd() {
        Threads.awaitEnd(requestThread);
        Threads.awaitEnd(replyThread);
    }

    /** Bytes were thrown away. Should the weather have cleared meanwhile, whoever cleared it did not know of this hole. */
    void lose(Direction direction, int bytes) {
        network.tally().lost(bytes);
        synchronized (this) {
            hasHole = true;
        }
        if (network.weather(direction).is(Flow.PASS)) {
            cut();
        }
    }

    void loseReply(Sending request) throws IOException {
        lostReply.asking();
        request.send();
        if (lostReply.askedAndAnswered()) {
            cut();
        }
    }

    /** Whether the client may hear what the server has just said. */
    boolean letsHear(int bytes) {
        LostReply.Words words = lostReply.heard();
        if (words == LostReply.Words.PASS) {
            return true;
        }
        network.tally().lost(bytes);
        if (words == LostReply.Words.CUT) {
            cut();
        }
        return false;
    }

    private Thread thread(String name, Direction direction, Work work) {
        return Threads.daemon(name + "-" + direction.word(), () -> untilItEnds(work));
    }

    private void untilItEnds(Work work) {
        boolean ended = false;
        try {
            work.run();
            ended = true;
        } catch (IOException | InterruptedException broken) {
            // One side is gone, or the line was cut.
        } finally {
            if (!ended) {
                reset();
            }
            leave();
        }
    }

    /** A server that can't be reached ends the line, as its own refusal would. Through a black hole nobody gets as far as that. */
    private void connectAndPass() throws IOException, InterruptedException {
        if (isOver()) {
            // Cut before this thread could be interrupted.
            return;
        }
        network.weather(Direction.REQUESTS).awaitMotion();
        client.setTcpNoDelay(true);
        network.connect(server);
        startReplies();
        requests.run();
    }

    private synchronized void startReplies() {
        if (!over) {
            running++;
            replyThread.start();
        }
    }

    private synchronized boolean isOver() {
        return over;
    }

    /** The last one shuts the door. Either side may have ended its half in good order, as TCP allows, long before the other. */
    private synchronized void leave() {
        running--;
        if (running == 0) {
            over = true;
            Sockets.close(client);
            Sockets.close(server);
            whenOver.accept(this);
        }
    }

    private synchronized void reset() {
        if (over) {
            return;
        }
        over = true;
        Sockets.reset(client);
        Sockets.reset(server);
        // They may wait for better weather, which would be for ever.
        requestThread.interrupt();
        replyThread.interrupt();
    }
}
