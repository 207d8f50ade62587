package io.holdfast.lock.tck.network;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what all connections of a proxy have carried and suffered. What is done to bytes and connections is counted just before,
 * so that whoever has seen it finds it counted. Thread safe.
 */
final class Tally {
    private final LongAdder accepted = new LongAdder();
    private final LongAdder requestBytes = new LongAdder();
    private final LongAdder replyBytes = new LongAdder();
    private final LongAdder lostBytes = new LongAdder();
    private final LongAdder cuts = new LongAdder();

    void accepted() {
        accepted.increment();
    }

    void passed(Direction direction, int bytes) {
        (direction == Direction.REQUESTS ? requestBytes : replyBytes).add(bytes);
    }

    void lost(int bytes) {
        lostBytes.add(bytes);
    }

    void cut() {
        cuts.increment();
    }

    Traffic traffic(int open) {
        return new Traffic(accepted.sum(), open, requestBytes.sum(), replyBytes.sum(), lostBytes.sum(), cuts.sum());
    }
}
