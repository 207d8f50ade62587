package io.holdfast.lock.tck.network;

/**
 * What a trap does to some bytes.
 *
 * @param passing how many of them, from the first, still pass
 * @param after what happens when these have passed
 */
record Verdict(int passing, After after) {
    enum After {
        GO_ON,
        CUT,
        /** The server's next words are thrown away, and the connection is cut. */
        LOSE_REPLY
    }

    static Verdict goOn(byte[] bytes) {
        return new Verdict(bytes.length, After.GO_ON);
    }
}
