package io.holdfast.lock.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.bench.Figure;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class PromiseTest {
    private static final Comparison LOCAL = ComparisonTest.of(Scenario.LOCAL, FakeSuite.round(30, 10, 5, 1));

    @Test
    void medianIsHeldAgainstTheLimit() {
        assertFalse(Promise.atLeast(3, Scenario.LOCAL, "x", figure(1, 3, 9)).check(List.of(LOCAL)).isMissed());
        assertTrue(Promise.atLeast(3.1, Scenario.LOCAL, "x", figure(1, 3, 9)).check(List.of(LOCAL)).isMissed());
        assertFalse(Promise.atMost(3, Scenario.LOCAL, "x", figure(1, 3, 9)).check(List.of(LOCAL)).isMissed());
        assertTrue(Promise.atMost(2.9, Scenario.LOCAL, "x", figure(1, 3, 9)).check(List.of(LOCAL)).isMissed());
    }

    @Test
    void whatIsNoNumberIsMissed() {
        assertTrue(Promise.atLeast(1, Scenario.LOCAL, "x", figure(Double.NaN)).check(List.of(LOCAL)).isMissed());
    }

    @Test
    void scenarioThatWasNotRunMissesNothing() {
        Promise.Outcome outcome = Promise.atLeast(3, Scenario.JVMS, "x", figure(1)).check(List.of(LOCAL));
        assertFalse(outcome.isMissed());
        assertEquals("not run  jvms: at least 3 x: not run", outcome.text());
    }

    @Test
    void reportSaysWhatHasBecomeOfIt() {
        assertTrue(report(Optional.empty()).contains("| local: at least 2 times first | 3 | yes |"), report(Optional.empty()));
    }

    @Test
    void figuresFromElsewhereKeepNoPromise() {
        String report = report(Optional.of("mem:x"));
        assertTrue(report.contains("| local: at least 2 times first | not run |  |"), report);
        assertTrue(report.contains("**ours was on `mem:x` and not on this server"), report);
    }

    @Test
    void reportComparesEverybody() {
        assertTrue(report(Optional.empty()).contains("| ours | 30 | 3 × | 3 × | 30 × |"), report(Optional.empty()));
        assertTrue(report(Optional.empty()).contains("| first | 10 |  | 2 × | 10 × |"), report(Optional.empty()));
    }

    private static String report(Optional<String> subjectUrl) {
        Options options = new Options(1, 700, 1_000, List.of(Scenario.LOCAL), List.of(), subjectUrl, false);
        return new ComparisonReport(new FakeSuite(), options, "test", "Fake 1", List.of(LOCAL)).markdown();
    }

    private static Function<Comparison, Figure> figure(double... values) {
        return comparison -> new Figure(values);
    }
}
