package io.holdfast.lock.tck.servers;

/** Somebody else listens on the port that the server was given. */
final class PortTakenException extends ServerException {
    private static final long serialVersionUID = 1L;

    PortTakenException(String message) {
        super(message);
    }
}
