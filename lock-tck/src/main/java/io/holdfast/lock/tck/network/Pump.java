package io.holdfast.lock.tck.network;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Passes the bytes of one direction of one connection, in the thread that runs it. What happens to bytes is decided when they would
 * arrive, not when they are read, so that whatever is delayed meets the weather of its arrival.
 */
final class Pump {
    private static final int PIECE = 1 << 16;

    private final Line line;
    private final Direction direction;
    private final Socket from;
    private final Socket to;
    private final Network network;
    private final Weather weather;

    // Mutable state, of the one thread
    private final InFlight inFlight = new InFlight();
    private final Watch watch;
    private final byte[] buffer = new byte[PIECE];
    private boolean hasHole;

    Pump(Line line, Network network, Direction direction, Socket from, Socket to) {
        this.line = line;
        this.network = network;
        this.direction = direction;
        this.from = from;
        this.to = to;
        this.weather = network.weather(direction);
        this.watch = new Watch(network, direction);
    }

    /** Blocks until the stream has ended and the other side knows. The exceptions mean that the connection is broken, or over. */
    void run() throws IOException, InterruptedException {
        while (true) {
            for (byte[] piece = inFlight.pollDue(); piece != null; piece = inFlight.pollDue()) {
                if (InFlight.isEnd(piece)) {
                    end();
                    return;
                }
                arrive(piece);
            }
            if (inFlight.takesMore()) {
                takeIn();
            } else {
                TimeUnit.NANOSECONDS.sleep(inFlight.nanosToNext());
            }
        }
    }

    private void takeIn() throws IOException, InterruptedException {
        int count;
        try {
            // Until the next piece is due, rounded up. Zero is for ever.
            from.setSoTimeout(inFlight.isEmpty() ? 0 : millisToNext());
            count = from.getInputStream().read(buffer);
        } catch (SocketTimeoutException nextIsDue) {
            return;
        } catch (IOException broken) {
            weather.awaitPass();
            throw broken;
        }
        if (count < 0) {
            inFlight.addEnd(weather.due());
        } else if (direction == Direction.REQUESTS || line.letsHear(count)) {
            inFlight.add(Arrays.copyOf(buffer, count), weather.due());
        }
    }

    private int millisToNext() {
        long millis = TimeUnit.NANOSECONDS.toMillis(Math.max(0, inFlight.nanosToNext())) + 1;
        return (int) Math.min(millis, Integer.MAX_VALUE);
    }

    private void arrive(byte[] piece) throws IOException, InterruptedException {
        if (weather.awaitMotion() == Flow.DROP) {
            hasHole = true;
            line.lose(direction, piece.length);
            return;
        }
        if (hasHole) {
            // The weather has cleared, and these bytes are faster than the hand that cuts damaged lines.
            line.cut();
            return;
        }
        Verdict verdict = watch.see(piece);
        switch (verdict.after()) {
            case GO_ON -> pass(piece, piece.length);
            case CUT -> {
                pass(piece, verdict.passing());
                network.tally().lost(piece.length - verdict.passing());
                line.cut();
            }
            case LOSE_REPLY -> line.loseReply(() -> pass(piece, piece.length));
        }
    }

    /** A stream that has lost something must not end as if that were all. */
    private void end() throws IOException, InterruptedException {
        weather.awaitPass();
        if (hasHole) {
            line.cut();
        } else {
            to.shutdownOutput();
        }
    }

    private void pass(byte[] piece, int count) throws IOException {
        network.tally().passed(direction, count);
        to.getOutputStream().write(piece, 0, count);
    }
}
