package io.holdfast.lock.cli;

/** A stock that believes every writer. */
final class PlainStock implements Stock {
    // Mutable state; volatile, so that what goes wrong is not a matter of CPU caches
    private volatile int pieces;

    PlainStock(int pieces) {
        this.pieces = pieces;
    }

    @Override
    public int read() {
        return pieces;
    }

    @Override
    public boolean write(int newPieces, long token) {
        pieces = newPieces;
        return true;
    }
}
