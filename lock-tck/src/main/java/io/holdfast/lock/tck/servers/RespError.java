package io.holdfast.lock.tck.servers;

import java.io.IOException;

/** An error that Redis replied, in its words. */
final class RespError extends IOException {
    private static final long serialVersionUID = 1L;

    RespError(String text) {
        super(text);
    }

    boolean asksForPassword() {
        return getMessage().startsWith("NOAUTH");
    }
}
