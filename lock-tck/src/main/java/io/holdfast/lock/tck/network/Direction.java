package io.holdfast.lock.tck.network;

/** Which way bytes go. */
public enum Direction {
    /** From the client to the server. */
    REQUESTS,
    /** From the server to the client, whether it was asked or not. */
    REPLIES;

    /** For the names of threads. */
    String word() {
        return this == REQUESTS ? "requests" : "replies";
    }
}
