package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.lock.Placeholder;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Proves that a kit with nested groups works; the real one takes its place. */
public abstract class PlaceholderTck {

    /** For subclasses. */
    protected PlaceholderTck() {}

    /**
     * The scheme to expect.
     *
     * @return the scheme
     */
    protected abstract String scheme();

    @Nested
    final class Providers {

        @Test
        void schemeIsFound() {
            assertEquals(scheme(), Placeholder.schemes());
        }
    }
}
