package io.holdfast.lock.bench.compare;

import static io.holdfast.lock.bench.compare.FakeSuite.FIRST;
import static io.holdfast.lock.bench.compare.FakeSuite.OURS;
import static io.holdfast.lock.bench.compare.FakeSuite.SECOND;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonTest {
    private static final double ABSENT = Double.NaN;

    @Test
    void ratiosAreTakenWithinARoundAndNotOfMedians() {
        // The machine is ten times as fast in the second round; the quotient of the medians would be 22.
        Comparison comparison = of(Scenario.LOCAL,
                FakeSuite.round(20, 10, 1, 1), FakeSuite.round(400, 100, 1, 1), FakeSuite.round(220, 1, 1, 1));
        assertArrayEquals(new double[] {2, 4, 220}, comparison.ratio(OURS, FIRST).sorted());
        assertEquals(4, comparison.ratio(OURS, FIRST).median());
    }

    @Test
    void bestPeerMayBeAnotherInEachRound() {
        Comparison comparison = of(Scenario.LOCAL, FakeSuite.round(60, 10, 30, 99), FakeSuite.round(60, 20, 10, 99));
        assertArrayEquals(new double[] {2, 3}, comparison.ratioToBestPeer(OURS).sorted());
    }

    @Test
    void bestPeerIsTheFastestWhereLessIsBetter() {
        assertEquals(3, of(Scenario.HANDOFF, FakeSuite.round(60, 20, 30, ABSENT)).ratioToBestPeer(OURS).median());
    }

    @Test
    void peerIsNotComparedWithItself() {
        assertEquals(0.5, of(Scenario.LOCAL, FakeSuite.round(60, 10, 20, 1)).ratioToBestPeer(FIRST).median());
    }

    @Test
    void whoDidNotTakePartHasNoRatio() {
        Comparison comparison = of(Scenario.LOCAL, FakeSuite.round(60, 10, ABSENT, ABSENT));
        assertFalse(comparison.ratioToLimit(OURS).wasRun());
        assertFalse(comparison.ratio(SECOND, FIRST).wasRun());
        assertEquals(6, comparison.ratioToBestPeer(OURS).median());
    }

    static Comparison of(Scenario scenario, Round... rounds) {
        return new Comparison(new FakeSuite(), scenario, List.of(rounds));
    }
}
