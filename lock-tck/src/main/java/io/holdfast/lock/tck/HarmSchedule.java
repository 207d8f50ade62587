package io.holdfast.lock.tck;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What is done when in a stochastic run, decided before it begins, so that the seed replays it.
 *
 * @param plan in the order of the times
 */
record HarmSchedule(List<Planned> plan) {
    /**
     * One fault.
     *
     * @param at from the start of the run
     * @param process which one, if it is done to a process
     * @param length how long it lasts
     */
    record Planned(Duration at, Harm harm, int process, Duration length) {
        Duration end() {
            return at.plus(length);
        }
    }

    HarmSchedule {
        plan = List.copyOf(plan);
    }

    /**
     * Faults follow each other with a breath between them. Half of them last less than half a lease, the others up to one and a half:
     * some are survived, and some are not.
     */
    static HarmSchedule of(long seed, Duration total, Duration lease, int processes, List<Harm> harms) {
        Random chance = new Random(seed);
        List<Planned> plan = new ArrayList<>();
        Duration at = lease;
        while (!harms.isEmpty() && at.compareTo(total) < 0) {
            Harm harm = harms.get(chance.nextInt(harms.size()));
            double part = chance.nextBoolean() ? chance.nextDouble() * 0.5 : 0.5 + chance.nextDouble();
            Duration length = Duration.ofMillis(Math.round(lease.toMillis() * part));
            plan.add(new Planned(at, harm, chance.nextInt(processes), length));
            at = at.plus(length).plusMillis(50 + chance.nextInt((int) lease.toMillis()));
        }
        return new HarmSchedule(plan);
    }
}
