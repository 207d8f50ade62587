package io.holdfast.lock.bench.compare;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class ResultTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void ratesOfTheJvmsAreAddedAndTheSmallerShareIsTold() {
        Result result = Result.of(Scenario.JVMS, List.of(new Tally(600, 2 * SECOND, 600), new Tally(100, SECOND, 101)));
        assertEquals(400, result.value(Metric.RATE));
        assertEquals(25, result.value(Metric.SMALLEST_SHARE));
    }

    @Test
    void percentilesAreOfAllSamplesTogetherInMicroseconds() {
        long[] odd = LongStream.rangeClosed(1, 100).filter(i -> i % 2 == 1).map(i -> i * 1_000).toArray();
        long[] even = LongStream.rangeClosed(1, 100).filter(i -> i % 2 == 0).map(i -> i * 1_000).toArray();
        Result result = Result.of(Scenario.HANDOFF, List.of(new Tally(50, SECOND, 50, odd), new Tally(50, SECOND, 50, even)));
        assertEquals(50, result.value(Metric.P50));
        assertEquals(99, result.value(Metric.P99));
    }

    @Test
    void percentileOfFewIsOneOfThem() {
        assertEquals(7, Result.percentile(new long[] {7}, 99));
        assertEquals(9, Result.percentile(new long[] {7, 9}, 99));
        assertEquals(7, Result.percentile(new long[] {7, 9}, 50));
    }

    @Test
    void handOffsThatNeverHappenedAreNoResult() {
        assertThrows(IllegalStateException.class, () -> Result.of(Scenario.HANDOFF, List.of(new Tally(5, SECOND, 5))));
    }

    @Test
    void tallyTravelsAsALine() {
        Tally tally = Tally.parse(new Tally(1, 2, 3, 40, 50).line());
        assertEquals(List.of(1L, 2L, 3L), List.of(tally.pairs(), tally.nanos(), tally.allPairs()));
        assertArrayEquals(new long[] {40, 50}, tally.samples());
        assertEquals(0, Tally.parse(new Tally(1, 2, 3).line()).samples().length);
    }
}
