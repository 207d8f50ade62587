package io.holdfast.lock.tck;

/** What can go wrong between a client and its server. */
enum Fault {
    NONE,
    /** The request does not arrive; the backend notices that no reply comes. */
    LOSE_REQUEST,
    /** The request is applied, and its reply gets lost. */
    LOSE_REPLY,
    /** The request is applied, and its reply comes late. */
    DELAY_REPLY,
    /** The request does not arrive, and nothing is ever heard of it. */
    HANG,
    /** The thread that makes the call stands still until all is healed. */
    BLOCK,
    /** The server answers with an error. */
    FAIL,
    /** The backend breaks the rule that calls do not throw. */
    THROW
}
