package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

@Shows(Guarantee.G15)
abstract class VirtualThreadsTests extends GuaranteeTests {
    private static final String NONE_HERE = "virtual threads came with JDK 21";
    private static final int THREADS = 10_000;
    private static final int NAMES = 100;
    /** Carriers, timers, callbacks and what the JVM starts for itself. */
    private static final int MORE_PLATFORM_THREADS = 32;

    private final ThreadMXBean platformThreads = ManagementFactory.getThreadMXBean();

    VirtualThreadsTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = NONE_HERE)
    void waitingVirtualThreadsNeedNoPlatformThreads() throws Exception {
        // The first use of a class pins whoever waits for its initialization: that is done before it counts.
        pinnedWhile(NAMES * 4);
        assertEquals(List.of(), pinnedWhile(workload(THREADS)), "virtual threads that were pinned to their carrier");
    }

    /** Lets virtual threads wait for locks, and get them. Returns which of them were pinned. */
    private List<String> pinnedWhile(int threads) throws Exception {
        List<Hold> holds = new ArrayList<>();
        List<LockClient> clients = List.of(client(), client());
        List<String> names = holdNames(client(), holds);
        Executor virtual = VirtualExecutor.executor();
        CompletableFuture.runAsync(() -> {}, virtual).join();
        int before = platformThreads.getThreadCount();
        List<CompletableFuture<Void>> waits = new ArrayList<>();
        try (PinningWatch pinning = new PinningWatch()) {
            for (int i = 0; i < threads; i++) {
                DistributedLock lock = clients.get(i % 2).lock(names.get(i / 2 % NAMES), longOptions());
                waits.add(CompletableFuture.runAsync(() -> useOnce(lock), virtual));
            }
            patience.never("a held lock is acquired", () -> waits.stream().anyMatch(CompletableFuture::isDone));
            int more = platformThreads.getThreadCount() - before;
            assertTrue(more < MORE_PLATFORM_THREADS, () -> more + " more platform threads for " + threads + " waiting virtual threads");
            holds.forEach(Hold::close);
            patience.await("all virtual threads get their lock", CompletableFuture.allOf(waits.toArray(CompletableFuture<?>[]::new)));
            return pinning.events();
        }
    }

    private List<String> holdNames(LockClient owner, List<Hold> holds) throws Exception {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < NAMES; i++) {
            names.add(freshName());
            holds.add(owner.lock(names.get(i), longOptions()).acquire());
        }
        return names;
    }

    private static void useOnce(DistributedLock lock) {
        lock.lock();
        try {
            assertEquals(1, lock.holdCount(), "hold count of a virtual thread");
        } finally {
            lock.unlock();
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = NONE_HERE)
    void virtualThreadsThatGiveUpLeaveNothing() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        DistributedLock lock = client().lock(name, longOptions());
        Executor virtual = VirtualExecutor.executor();
        List<CompletableFuture<Boolean>> waits = new ArrayList<>();
        for (int i = 0; i < workload(THREADS); i++) {
            waits.add(CompletableFuture.supplyAsync(() -> gaveUp(lock), virtual));
        }
        patience.await("all virtual threads give up", CompletableFuture.allOf(waits.toArray(CompletableFuture<?>[]::new)));
        assertTrue(waits.stream().allMatch(CompletableFuture::join), "a virtual thread got a lock that is held");
        hold.close();
        assertBecomesFree(name);
    }

    private boolean gaveUp(DistributedLock lock) {
        try {
            // Not shorter: before it gives up, each has to run once among thousands, and the first of them has to ask the backend.
            return lock.tryAcquire(patience.presence().dividedBy(10)).isEmpty();
        } catch (InterruptedException ended) {
            return false;
        }
    }
}
