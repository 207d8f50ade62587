package io.holdfast.lock.cli;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** How long each request waited for its turn. */
final class Waits {
    // Mutable state; thread safe by itself
    private final ConcurrentLinkedQueue<Long> nanos = new ConcurrentLinkedQueue<>();

    void add(long wait) {
        nanos.add(wait);
    }

    /** The wait that this share of all requests did not exceed; zero if there was no request. */
    Duration percentile(double share) {
        List<Long> sorted = nanos.stream().sorted().toList();
        int rank = (int) Math.ceil(share * sorted.size()) - 1;
        return sorted.isEmpty() ? Duration.ZERO : Duration.ofNanos(sorted.get(Math.max(0, rank)));
    }
}
