package io.holdfast.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class PlaceholderTest {

    @Test
    void memoryProviderIsFound() {
        assertEquals("mem", Placeholder.schemes());
    }
}
