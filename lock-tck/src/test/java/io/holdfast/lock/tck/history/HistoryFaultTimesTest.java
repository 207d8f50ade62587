package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class HistoryFaultTimesTest {
    @Test
    void intervalsAnswerAsAListOfAllTimesWould() {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            List<Intervals.Span> spans = Stream.generate(() -> span(random)).limit(random.nextInt(6)).toList();
            Intervals intervals = Intervals.of(spans);
            Intervals.Span asked = span(random);
            assertEquals(spans.stream().anyMatch(one -> one.from() <= asked.to() && asked.from() <= one.to()),
                    intervals.touch(asked.from(), asked.to()), () -> spans + " touch " + asked);
            long inside = IntStream.range((int) asked.from(), (int) asked.to())
                    .filter(time -> spans.stream().anyMatch(one -> one.from() <= time && time < one.to())).count();
            assertEquals(inside, intervals.within(asked.from(), asked.to()), () -> spans + " within " + asked);
        }
    }

    @Test
    void faultThatIsNotEndedLastsToTheEnd() {
        FaultTimes faults = FaultTimes.of(List.of(new Event.FaultBegan(10, "p1", Event.PAUSE, "")), 100);
        assertFalse(faults.anyBetween(0, 9));
        assertTrue(faults.anyBetween(99, 200));
        assertEquals(40, faults.pausedBetween("p1", 60, 200));
        assertEquals(0, faults.pausedBetween("p2", 60, 200));
    }

    @Test
    void killIsAFaultOfAMomentAndNoPause() {
        FaultTimes faults = FaultTimes.of(List.of(new Event.Killed(10, "p1")), 100);
        assertTrue(faults.onTargetBetween("p1", 10, 10));
        assertFalse(faults.onTargetBetween("p1", 11, 100));
        assertEquals(0, faults.pausedBetween("p1", 0, 100));
    }

    private static Intervals.Span span(Random random) {
        int from = random.nextInt(30);
        return new Intervals.Span(from, from + random.nextInt(8));
    }
}
