package io.holdfast.lock.tck.holders;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.LockOptions;
import java.time.Duration;
import java.util.Optional;

/**
 * What a holder is told to take. As a line: {@code take 7 lease=2000 limit=500 fair name=stock:42}.
 *
 * @param id the number of the acquisition in its process
 * @param limit how long to wait; zero not to wait at all, empty for as long as it takes
 */
public record TakeOrder(long id, String name, Duration lease, Optional<Duration> limit, boolean fair) {
    static final String WORD = "take";

    /** Checks that nothing is missing. */
    public TakeOrder {
        requireNonNull(name, "name");
        requireNonNull(lease, "lease");
        requireNonNull(limit, "limit");
    }

    /** How the lock is asked for. */
    public LockOptions options() {
        return LockOptions.defaults().withLease(lease).withFair(fair);
    }

    String toLine() {
        return WORD + " " + id + " lease=" + lease.toMillis() + limit.map(time -> " limit=" + time.toMillis()).orElse("")
                + (fair ? " fair" : "") + " name=" + name;
    }

    static TakeOrder parse(String line) {
        int nameAt = line.indexOf(" name=");
        String[] words = line.substring(0, nameAt).split(" ");
        Optional<Duration> limit = Optional.empty();
        Duration lease = LockOptions.defaults().lease();
        boolean fair = false;
        for (int i = 2; i < words.length; i++) {
            String[] pair = words[i].split("=");
            switch (pair[0]) {
                case "lease" -> lease = Duration.ofMillis(Long.parseLong(pair[1]));
                case "limit" -> limit = Optional.of(Duration.ofMillis(Long.parseLong(pair[1])));
                case "fair" -> fair = true;
                default -> throw new IllegalArgumentException("unknown: " + words[i] + " in " + line);
            }
        }
        return new TakeOrder(Long.parseLong(words[1]), line.substring(nameAt + " name=".length()), lease, limit, fair);
    }
}
