package io.holdfast.lock;

import io.holdfast.lock.internal.PlaceholderEngine;

/** Proves that the build works; the core takes its place. */
public final class Placeholder {

    private Placeholder() {}

    /**
     * Names the providers that are found.
     *
     * @return their schemes
     */
    public static String schemes() {
        return PlaceholderEngine.schemes();
    }
}
