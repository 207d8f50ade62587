package io.holdfast.lock.tck.network;

/** What happens to bytes that want to pass. */
enum Flow {
    PASS,
    /** They wait, and those behind them are not even read. */
    HOLD,
    /** They are thrown away. */
    DROP
}
