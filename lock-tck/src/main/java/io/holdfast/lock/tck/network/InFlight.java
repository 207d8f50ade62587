package io.holdfast.lock.tck.network;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What is on its way in one direction of one connection, in its order. Each piece has a time of its own to arrive at, so that a
 * delay is paid once and not for each piece after the other. For one thread.
 */
final class InFlight {
    /** What a delay can hold, like the window of a TCP connection. More is not read, and the sender has to wait. */
    private static final int WINDOW = 4 << 20;

    /** The end of the stream is a piece as well: it has to arrive last. */
    private static final byte[] END = {};

    // Mutable state, of the one thread
    private final Queue<Piece> pieces = new ArrayDeque<>();
    private int bytes;
    private boolean ended;

    /** @param due by {@link System#nanoTime()} */
    private record Piece(byte[] bytes, long due) {}

    static boolean isEnd(byte[] piece) {
        return piece.length == 0;
    }

    void add(byte[] piece, long due) {
        pieces.add(new Piece(piece, due));
        bytes += piece.length;
    }

    void addEnd(long due) {
        add(END, due);
        ended = true;
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    boolean takesMore() {
        return !ended && bytes < WINDOW;
    }

    /** The next piece, or null if it is not due yet. One that is late holds up those behind it. */
    byte @Nullable [] pollDue() {
        Piece next = pieces.peek();
        if (next == null || nanosToNext() > 0) {
            return null;
        }
        pieces.remove();
        bytes -= next.bytes().length;
        return next.bytes();
    }

    /** Not to be asked when there is none. */
    long nanosToNext() {
        return pieces.element().due() - System.nanoTime();
    }
}
