package io.holdfast.lock.redis;

import io.holdfast.lock.spi.LockSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Reads what {@code inspect.lua} returns. */
final class Snapshots {
    private Snapshots() {}

    static LockSnapshot parse(String reply) {
        String[] words = reply.split(" ", 5);
        int waiters = Integer.parseInt(words[0]);
        if (words.length == 1) {
            return new LockSnapshot(Optional.empty(), waiters);
        }
        Duration left = Duration.ofMillis(Math.max(0, Long.parseLong(words[3])));
        String[] time = words[2].split("\\.", 2);
        Instant since = Instant.ofEpochSecond(Long.parseLong(time[0]), TimeUnit.MICROSECONDS.toNanos(Long.parseLong(time[1])));
        LockSnapshot.Owner owner = new LockSnapshot.Owner(Ticket.holder(words[4]), Long.parseLong(words[1]), since, left);
        return new LockSnapshot(Optional.of(owner), waiters);
    }
}
