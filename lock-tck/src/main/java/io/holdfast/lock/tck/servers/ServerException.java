package io.holdfast.lock.tck.servers;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A server did not start, end or answer as it should. The message shows the end of its log and says where the log is. */
public class ServerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With all there is to say in the message.
     *
     * @param message what went wrong, with which server
     */
    public ServerException(String message) {
        this(message, null);
    }

    /**
     * With a cause.
     *
     * @param message what went wrong, with which server
     * @param cause what the JDK threw, or null
     */
    public ServerException(String message, @Nullable Throwable cause) {
        super(requireNonNull(message, "message"), cause);
    }
}
