package io.holdfast.lock.cli;

import java.time.Duration;

/**
 * What happened when a holder died.
 *
 * @param lease the lease of the dead
 * @param keptWhileAlive whether it kept the lock for longer than its lease as long as it lived
 * @param took from the death until the next one had the lock
 * @param endedInTime whether the old hold was invalid by then
 * @param tokenGrew whether the next one's token was larger
 */
record DeathReport(Duration lease, boolean keptWhileAlive, Duration took, boolean endedInTime, boolean tokenGrew) {
    /** What a busy machine may add to the lease before the next one runs. */
    private static final Duration SCHEDULING = Duration.ofSeconds(1);

    boolean isWithinLease() {
        return took.compareTo(lease.plus(SCHEDULING)) <= 0;
    }

    boolean held() {
        return keptWhileAlive && isWithinLease() && endedInTime && tokenGrew;
    }
}
