package io.holdfast.lock.spi;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.Holder;
import java.time.Duration;

/**
 * One acquisition, from the question to the release. Every call of the SPI about it carries the same object, so a backend
 * needs no memory of its own to know what is meant.
 *
 * @param name the lock's name: 1 to 1,024 bytes of well-formed UTF-8, any characters
 * @param id unique to this acquisition
 * @param mode what is asked for
 * @param lease how long the backend keeps the grant without hearing of it again
 * @param waits whether to wait in line if the lock is taken; otherwise the answer is {@link AcquireOutcome.Refused}
 * @param fair whether nobody who came later may be served earlier; only sent to backends with {@link Capability#FAIR}
 * @param holder who asks, for {@link LockBackend#inspect(String)}
 */
public record Acquisition(String name, AcquisitionId id, LockMode mode, Duration lease, boolean waits, boolean fair, Holder holder) {
    public Acquisition {
        requireNonNull(name, "name");
        requireNonNull(id, "id");
        requireNonNull(mode, "mode");
        requireNonNull(lease, "lease");
        requireNonNull(holder, "holder");
    }
}
