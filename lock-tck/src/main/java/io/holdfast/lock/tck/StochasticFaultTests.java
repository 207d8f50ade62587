package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.spi.Capability;
import io.holdfast.lock.tck.history.HistorySummary;
import io.holdfast.lock.tck.history.Violation;
import io.holdfast.lock.tck.holders.WorkOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Faults at random, together, for a while. */
abstract class StochasticFaultTests extends FaultTests {
    private static final Path REPORTS = Path.of(System.getProperty(ConformanceReport.FOLDER, "build/reports/tck"));

    StochasticFaultTests(LockFaultTck kit) {
        super(kit);
    }

    @Test
    @Shows(Guarantee.G1)
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void nobodyOverlapsWhileEverythingBreaks() throws Exception {
        List<String> names = new ArrayList<>(List.of(freshName(), freshName()));
        if (can(Capability.FAIR)) {
            names.add(WorkOrder.FAIR + freshName());
        }
        try (Chaos chaos = new Chaos(kit, shortLease(), names)) {
            List<Violation> violations = chaos.run(kit.chaos());
            HistorySummary summary = chaos.summary(violations);
            System.out.println(summary.text());
            Path file = chaos.keep(REPORTS);
            Files.writeString(REPORTS.resolve(file.getFileName().toString().replace("-history.txt", "-chaos.md")), summary.markdown());
            assertTrue(violations.isEmpty(), () -> violations.size() + " violations, the first of them " + violations.get(0)
                    + "\nall events are in " + file.toAbsolutePath() + "\n" + summary.text());
            assertTrue(summary.granted() > 0, "nobody got a lock");
        }
        for (String name : names) {
            assertBecomesFree(name);
        }
        assertNothingIsLeft();
    }
}
