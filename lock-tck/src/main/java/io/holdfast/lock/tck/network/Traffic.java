package io.holdfast.lock.tck.network;

/**
 * What has gone through a {@link TcpProxy} so far, and what it has done to it.
 *
 * @param accepted connections that clients have opened
 * @param open those of them that are open now
 * @param requestBytes bytes that were passed on to the server
 * @param replyBytes bytes that were passed on to clients
 * @param lostBytes bytes that were thrown away, in both directions; not those that were on their way when a connection was cut
 * @param cuts connections that were cut on purpose; not those that a client or the server has ended
 */
public record Traffic(long accepted, int open, long requestBytes, long replyBytes, long lostBytes, long cuts) {}
