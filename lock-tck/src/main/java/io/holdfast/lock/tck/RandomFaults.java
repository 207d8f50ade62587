package io.holdfast.lock.tck;

import io.holdfast.lock.tck.history.Event;
import io.holdfast.lock.tck.history.History;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** Spoils the network of one client after the other, at random, and writes down when. */
final class RandomFaults {
    private static final List<Fault> FAULTS = List.of(Fault.LOSE_REQUEST, Fault.LOSE_REPLY, Fault.DELAY_REPLY, Fault.HANG);

    private final Random chance;
    private final List<FaultyBackend> networks;
    private final History history;

    RandomFaults(long seed, List<FaultyBackend> networks, History history) {
        this.chance = new Random(seed);
        this.networks = List.copyOf(networks);
        this.history = history;
    }

    /** How the history calls the client behind a network. */
    static String process(int index) {
        return "c" + (index + 1);
    }

    /** Blocks for this time and a little more. All networks are good afterwards. */
    void run(Duration time, Duration lease) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            int index = chance.nextInt(networks.size());
            Fault fault = FAULTS.get(chance.nextInt(FAULTS.size()));
            history.add(new Event.FaultBegan(System.nanoTime(), process(index), fault.name(), ""));
            spoil(networks.get(index), fault);
            Thread.sleep(chance.nextInt((int) lease.toMillis() * 3 / 2));
            networks.get(index).heal();
            history.add(new Event.FaultEnded(System.nanoTime(), process(index), fault.name()));
            Thread.sleep(chance.nextInt(100));
        }
    }

    private void spoil(FaultyBackend network, Fault fault) {
        for (FaultyBackend.Call call : FaultyBackend.Call.values()) {
            if (fault == Fault.DELAY_REPLY) {
                network.delay(call, Duration.ofMillis(chance.nextInt(50)));
            } else {
                network.always(call, fault);
            }
        }
    }
}
