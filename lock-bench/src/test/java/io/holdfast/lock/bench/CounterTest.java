package io.holdfast.lock.bench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class CounterTest {
    private final Counter counter = new Counter(2);

    @Test
    void lastThreadFindsMissingIncrement() {
        counter.increment();
        counter.finished(1);
        assertThrows(IllegalStateException.class, () -> counter.finished(1));
    }

    @Test
    void nothingIsSaidWhenAllIncrementsAreThere() {
        counter.increment();
        counter.increment();
        counter.finished(1);
        assertDoesNotThrow(() -> counter.finished(1));
    }
}
