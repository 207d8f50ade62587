package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.spi.Capability;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

@Shows(Guarantee.G12)
abstract class NothingLeftTests extends GuaranteeTests {
    private static final int NAMES = 100_000;
    private static final int BATCH = 100;
    /** Less than any entry of a map takes. */
    private static final long BYTES_PER_NAME = 40;
    /** What the JVM and the test runner may grow by meanwhile. */
    private static final long OTHER_BYTES = 3_000_000;

    NothingLeftTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void namesUsedOnceLeaveNothingInTheStore() throws Exception {
        long before = residue();
        useNames(client(), workload(NAMES));
        assertNothingLeft(before, "names were used once");
    }

    @Test
    void namesUsedOnceLeaveNothingOnTheHeap() throws Exception {
        LockClient locks = client();
        useNames(locks, workload(NAMES / 10));
        long before = usedBytes();
        int names = workload(NAMES);
        useNames(locks, names);
        long bound = names * BYTES_PER_NAME + OTHER_BYTES;
        patience.until("the heap has grown by less than " + bound + " bytes after " + names + " names", () -> usedBytes() - before < bound);
    }

    /** In batches, so that a network's round trips overlap. */
    private void useNames(LockClient locks, int names) throws Exception {
        for (int used = 0; used < names; used += BATCH) {
            List<CompletableFuture<Void>> batch = new ArrayList<>();
            for (int i = 0; i < BATCH; i++) {
                batch.add(locks.lock(freshName()).acquireAsync().thenCompose(Hold::closeAsync));
            }
            patience.await("a batch of names is used", CompletableFuture.allOf(batch.toArray(CompletableFuture<?>[]::new)));
        }
    }

    @Test
    void waitersThatLeftLeaveNothingInTheStore() throws Exception {
        long before = residue();
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        List<LockClient> clients = List.of(client(), client());
        List<CompletableFuture<Hold>> waits = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            boolean fair = info().can(Capability.FAIR) && i % 2 == 0;
            waits.add(clients.get(i % 2).lock(name, longOptions().withFair(fair)).acquireAsync());
        }
        waits.forEach(wait -> wait.cancel(false));
        hold.close();
        assertNothingLeft(before, "1,000 waiters have left");
        assertBecomesFree(name);
    }

    @Test
    void fixedLeasesThatEndedLeaveNothingInTheStore() throws Exception {
        long before = residue();
        LockClient locks = client();
        List<Hold> holds = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            holds.add(locks.lock(freshName(), shortOptions().withAutoRenew(false)).acquire());
        }
        patience.until("all leases have ended", () -> holds.stream().noneMatch(Hold::isValid));
        assertNothingLeft(before, "50 fixed leases came to their end");
    }

    @Test
    void closedClientLeavesNothingInTheStore() throws Exception {
        long before = residue();
        LockClient locks = client();
        for (int i = 0; i < 50; i++) {
            locks.lock(freshName(), longOptions()).acquire();
        }
        locks.close();
        assertNothingLeft(before, "a client was closed with 50 open holds");
    }

    @Test
    void closedClientLeavesNoThreads() throws Exception {
        Set<Thread> before = threads();
        for (int i = 0; i < 5; i++) {
            LockClient locks = client();
            DistributedLock lock = locks.lock(freshName());
            lock.acquireAsync().thenCompose(Hold::closeAsync).join();
            Hold open = lock.acquire();
            open.onLost(reason -> {});
            locks.close();
        }
        patience.until("no thread of a closed client is left", () -> before.containsAll(threads()));
    }

    @Test
    void closedClientIsGarbage() throws Exception {
        WeakReference<LockClient> closed = useAndClose();
        patience.until("a closed client can be collected", () -> {
            System.gc();
            return closed.get() == null;
        });
    }

    private WeakReference<LockClient> useAndClose() throws Exception {
        try (LockClient locks = LockClient.builder().backend(kit.openBackend()).build()) {
            DistributedLock lock = locks.lock(freshName());
            lock.lock();
            lock.unlock();
            return new WeakReference<>(locks);
        }
    }

    private long residue() {
        assumeTrue(kit.residue().isPresent(), "the test class does not override residue(), so what is left in the store can't be seen");
        return kit.residue().getAsLong();
    }

    private void assertNothingLeft(long before, String after) {
        try {
            patience.until("the store is as empty as before", () -> kit.residue().getAsLong() <= before);
        } catch (AssertionError left) {
            throw new AssertionError("the store had " + before + " entries and has " + kit.residue().getAsLong() + " after " + after);
        }
        assertTrue(kit.residue().getAsLong() <= before, "entries came back after " + after);
    }

    /** Threads of engine and backends by their name, and crew or runner threads not among them. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().contains("holdfast"))
                .collect(Collectors.toSet());
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
