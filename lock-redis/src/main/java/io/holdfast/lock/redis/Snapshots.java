package io.holdfast.lock.redis;

import io.holdfast.lock.spi.LockSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

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
        Instant since = Instant.ofEpochMilli(Long.parseLong(words[2]));
        return new LockSnapshot(Optional.of(new LockSnapshot.Owner(Ticket.holder(words[4]), Long.parseLong(words[1]), since, left)), waiters);
    }
}
