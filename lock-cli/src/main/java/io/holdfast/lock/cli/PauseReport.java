package io.holdfast.lock.cli;

import io.holdfast.lock.LossReason;
import java.util.Optional;

/**
 * What happened when a holder slept past its lease and then wrote.
 *
 * @param endedInTime whether its hold was invalid when the next one got the lock
 * @param toldByCallback what {@code onLost} said
 * @param toldByClose whether {@code close} threw {@code LockLostException}
 * @param lateWriteTaken whether the stock took what the sleeper wrote after it woke up
 * @param sold how many pieces customers have paid for
 * @param missing how many pieces the stock should have gone down by, but did not
 */
record PauseReport(
        boolean endedInTime, Optional<LossReason> toldByCallback, boolean toldByClose, boolean lateWriteTaken, int sold, int missing) {
    /** Holdfast's part. Whether the late write does damage is up to the stock. */
    boolean wasTold() {
        return endedInTime && toldByCallback.isPresent() && toldByClose;
    }
}
