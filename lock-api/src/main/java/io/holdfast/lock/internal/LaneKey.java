package io.holdfast.lock.internal;

import io.holdfast.lock.LockOptions;
import org.jspecify.annotations.Nullable;

/**
 * What acquisitions must have in common to wait in one {@link Lane} and hand a grant to each other: the same name, and options
 * that make the same request. Others of the same name compete through the backend, like those of another client.
 */
final class LaneKey {
    private final String name;
    private final LockOptions options;
    private final int hash;

    LaneKey(String name, LockOptions options) {
        this.name = name;
        this.options = options.waitLimit().isEmpty() ? options : options.withoutWaitLimit();
        this.hash = name.hashCode() * 31 + options.lease().hashCode();
    }

    String name() {
        return name;
    }

    LockOptions options() {
        return options;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LaneKey key && hash == key.hash && name.equals(key.name) && options.equals(key.options);
    }

    @Override
    public int hashCode() {
        return hash;
    }
}
