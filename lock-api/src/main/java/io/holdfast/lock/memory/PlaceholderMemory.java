package io.holdfast.lock.memory;

import io.holdfast.lock.spi.PlaceholderProvider;

/** The in-memory provider. */
public final class PlaceholderMemory implements PlaceholderProvider {

    /** For the service loader. */
    public PlaceholderMemory() {}

    @Override
    public String scheme() {
        return "mem";
    }
}
