package io.holdfast.lock.cli;

/** The command line can't be understood; the message says what of it. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
