package io.holdfast.lock.bench.compare;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** With real worker JVMs, and the memory backend in the place of a server: it is one lock in a JVM, and two locks in two. */
final class CrewTest {
    private static final long MILLIS = 200;

    private final Suite suite = Suite.named("redis");

    @Test
    void whatIsOneLockIsMeasured() throws IOException {
        try (Crew crew = start(Scenario.LOCAL)) {
            assertTrue(crew.measure(MILLIS).value(Metric.RATE) > 0);
            assertTrue(crew.measure(MILLIS).value(Metric.RATE) > 0, "in the next round");
        }
    }

    @Test
    void whatIsTwoLocksIsFoundOut() throws IOException {
        try (Crew crew = start(Scenario.JVMS)) {
            IllegalStateException failure = assertThrows(IllegalStateException.class, () -> crew.measure(MILLIS));
            assertTrue(failure.getMessage().contains("OVERLAP (G1)"), failure.getMessage());
        }
    }

    private Crew start(Scenario scenario) throws IOException {
        return Crew.start(suite, suite.subject(), scenario, "mem:crew-test");
    }
}
