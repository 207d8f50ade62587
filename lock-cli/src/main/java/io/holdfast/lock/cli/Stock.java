package io.holdfast.lock.cli;

/**
 * How many pieces are left, as a row in a database that all shops share. Each read and each write is atomic by itself; the two
 * together are not, which is the whole story.
 */
interface Stock {
    int read();

    /**
     * Replaces the number, whatever it is by now.
     *
     * @param token the fencing token of the lock under which the number was read; 0 without one
     * @return whether the write was taken
     */
    boolean write(int pieces, long token);
}
