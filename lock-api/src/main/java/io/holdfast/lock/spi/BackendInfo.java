package io.holdfast.lock.spi;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Set;

/**
 * What a backend is and can do. Constant for the life of the backend object.
 *
 * @param name the kind of backend in one word, such as {@code redis}
 * @param address where it is, for messages; never with credentials
 * @param version the server's version as far as it is known
 * @param capabilities what it can do
 * @param minLease the shortest lease it takes
 * @param maxLease the longest lease it takes
 */
public record BackendInfo(
        String name, String address, String version, Set<Capability> capabilities, Duration minLease, Duration maxLease) {
    public BackendInfo {
        requireNonNull(name, "name");
        requireNonNull(address, "address");
        requireNonNull(version, "version");
        capabilities = Set.copyOf(capabilities);
        requireNonNull(minLease, "minLease");
        requireNonNull(maxLease, "maxLease");
    }

    /** Whether the backend declares the capability. */
    public boolean can(Capability capability) {
        return capabilities.contains(capability);
    }
}
