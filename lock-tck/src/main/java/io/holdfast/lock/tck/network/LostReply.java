package io.holdfast.lock.tck.network;

/**
 * The reply that one connection is to lose. The server may speak while the request is still being handed over, and then nobody can
 * say whether that was the reply. So what it says meanwhile is thrown away, but the connection is cut only when it has the whole
 * request: it will do its work, and find nobody to tell. Thread safe.
 */
final class LostReply {
    // Mutable state, guarded by this
    private State state = State.NONE;

    private enum State {
        NONE,
        ASKING,
        ANSWERED_WHILE_ASKING,
        ASKED
    }

    /** What to do with the server's words. */
    enum Words {
        PASS,
        THROW_AWAY,
        CUT
    }

    /** The request is about to be handed over. */
    synchronized void asking() {
        state = State.ASKING;
    }

    /** The server has the request. Returns whether its words were thrown away already, so that there may be no more to wait for. */
    synchronized boolean askedAndAnswered() {
        boolean answered = state == State.ANSWERED_WHILE_ASKING;
        state = State.ASKED;
        return answered;
    }

    synchronized Words heard() {
        if (state == State.ASKING) {
            state = State.ANSWERED_WHILE_ASKING;
        }
        return switch (state) {
            case NONE -> Words.PASS;
            case ASKING, ANSWERED_WHILE_ASKING -> Words.THROW_AWAY;
            case ASKED -> Words.CUT;
        };
    }

    synchronized boolean isPending() {
        return state != State.NONE;
    }
}
