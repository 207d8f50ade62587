package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Capability;
import io.holdfast.lock.tck.history.History;
import io.holdfast.lock.tck.history.HistoryChecker;
import io.holdfast.lock.tck.holders.Labour;
import io.holdfast.lock.tck.holders.WorkOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

@Shows(Guarantee.G1)
abstract class MutualExclusionTests extends GuaranteeTests {
    private static final int CLIENTS = 3;
    private static final int THREADS = 4;

    private final AtomicInteger inside = new AtomicInteger();
    /** Read and written in two steps: whoever is inside together loses counts. */
    private volatile int counter;

    MutualExclusionTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void secondOwnerIsRefusedWhileFirstHolds() throws Exception {
        String name = freshName();
        LockClient first = client();
        LockClient second = client();
        Hold hold = first.lock(name).acquire();
        assertTrue(second.lock(name).tryAcquire().isEmpty(), "another client got a lock that is held");
        assertFalse(second.lock(name).tryLock(), "another client's thread got a lock that is held");
        assertTrue(first.lock(name).tryAcquire().isEmpty(), "the same client got a lock twice");
        hold.close();
        second.lock(name).tryAcquire().orElseThrow(() -> new AssertionError("a released lock is not free")).close();
    }

    @Test
    void waiterGetsTheLockOnlyAfterTheRelease() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        LockClient other = client();
        Crew.Member<Hold> waiter = crew.ask(() -> other.lock(name).acquire());
        patience.never("a waiter gets a lock that is held", waiter::isDone);
        hold.close();
        crew.finish(waiter).close();
    }

    @Test
    void oneOfManyRequestsAtTheSameMomentIsGranted() throws Exception {
        List<SpiClient> clients = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            clients.add(spi());
        }
        for (int round = 0; round < workload(100); round++) {
            assertEquals(1, grantsOfOneRound(clients, freshName()), "grants of one lock to clients that asked at once");
        }
    }

    private int grantsOfOneRound(List<SpiClient> clients, String name) throws Exception {
        CountDownLatch start = new CountDownLatch(1);
        List<Crew.Member<AcquireOutcome>> asked = new ArrayList<>();
        for (SpiClient client : clients) {
            asked.add(crew.ask(() -> {
                start.await();
                return client.acquire(client.request(name, longLease()));
            }));
        }
        start.countDown();
        int grants = 0;
        for (Crew.Member<AcquireOutcome> member : asked) {
            grants += crew.finish(member) instanceof AcquireOutcome.Granted ? 1 : 0;
        }
        return grants;
    }

    @Test
    void contendingHoldsNeverOverlap() throws Exception {
        int rounds = workload(100);
        contend(rounds, lock -> {
            Hold hold = lock.acquire();
            countInside();
            hold.close();
        });
        assertEquals(CLIENTS * THREADS * rounds, counter, "counts made one at a time under acquire()");
    }

    @Test
    void contendingThreadsNeverOverlap() throws Exception {
        int rounds = workload(100);
        contend(rounds, lock -> {
            lock.lock();
            countInside();
            lock.unlock();
        });
        assertEquals(CLIENTS * THREADS * rounds, counter, "counts made one at a time under lock()");
    }

    /** What the threads of all clients see is written down and checked: overlaps, tokens, order, waits without an end. */
    @Test
    void nobodyOverlapsWhileNetworksFailAtRandom() throws Exception {
        List<String> names = info().can(Capability.FAIR) ? List.of(freshName(), WorkOrder.FAIR + freshName()) : List.of(freshName());
        History history = new History();
        AtomicBoolean rest = new AtomicBoolean();
        List<FaultyBackend> networks = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            networks.add(faulty());
            LockClient client = client(networks.get(i));
            WorkOrder order = new WorkOrder(random.nextLong(), 2, shortLease(), names);
            String process = RandomFaults.process(i);
            crew.start(() -> new Labour(client, order, process, history::add).run(() -> !rest.get()));
        }
        new RandomFaults(random.nextLong(), networks, history).run(Duration.ofSeconds(workload(5)), shortLease());
        rest.set(true);
        crew.finish();
        assertEquals(List.of(), new HistoryChecker().check(history), "violations in the history of all clients");
        assertTrue(history.attempts().stream().anyMatch(attempt -> attempt.grant().isPresent()), "nobody got a lock");
    }

    private interface Step {
        void under(DistributedLock lock) throws Exception;
    }

    private void contend(int rounds, Step step) throws Exception {
        String name = freshName();
        for (int i = 0; i < CLIENTS; i++) {
            DistributedLock lock = client().lock(name);
            crew.start(THREADS, () -> {
                for (int round = 0; round < rounds; round++) {
                    step.under(lock);
                }
            });
        }
        crew.finish();
    }

    private void countInside() {
        assertEquals(1, inside.incrementAndGet(), "owners at the same time");
        int seen = counter;
        Thread.yield();
        counter = seen + 1;
        inside.decrementAndGet();
    }
}
