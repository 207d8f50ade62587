package io.holdfast.lock.cli;

/**
 * A stock that refuses a writer whose lock has passed to somebody else who has written since. In SQL it is one more column:
 * {@code UPDATE stock SET pieces = ?, token = ? WHERE id = ? AND token <= ?}.
 */
final class FencedStock implements Stock {
    // Mutable state, guarded by this object's monitor
    private int pieces;
    private long largestToken;

    FencedStock(int pieces) {
        this.pieces = pieces;
    }

    @Override
    public synchronized int read() {
        return pieces;
    }

    @Override
    public synchronized boolean write(int newPieces, long token) {
        if (token < largestToken) {
            return false;
        }
        largestToken = token;
        pieces = newPieces;
        return true;
    }
}
