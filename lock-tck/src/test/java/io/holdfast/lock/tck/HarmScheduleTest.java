package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

final class HarmScheduleTest {
    private static final Duration TOTAL = Duration.ofMinutes(10);
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final List<Harm> ALL = List.of(Harm.values());

    @Test
    void seedReplaysTheSchedule() {
        assertEquals(schedule(42), schedule(42));
        assertNotEquals(schedule(42), schedule(43));
    }

    @Test
    void everythingHappensOneAfterTheOther() {
        List<HarmSchedule.Planned> plan = schedule(42).plan();
        assertEquals(EnumSet.allOf(Harm.class), plan.stream().map(HarmSchedule.Planned::harm).collect(Collectors.toSet()));
        for (int i = 1; i < plan.size(); i++) {
            assertTrue(plan.get(i).at().compareTo(plan.get(i - 1).end()) > 0, "a breath between faults");
        }
        assertTrue(plan.stream().anyMatch(planned -> planned.length().compareTo(LEASE) > 0), "some outlast a lease");
        assertTrue(plan.stream().anyMatch(planned -> planned.length().compareTo(LEASE.dividedBy(2)) < 0), "and some do not");
    }

    @Test
    void nothingHappensWhereNothingCan() {
        assertFalse(HarmSchedule.of(42, TOTAL, LEASE, 3, List.of()).plan().iterator().hasNext());
    }

    private static HarmSchedule schedule(long seed) {
        return HarmSchedule.of(seed, TOTAL, LEASE, 3, ALL);
    }
}
