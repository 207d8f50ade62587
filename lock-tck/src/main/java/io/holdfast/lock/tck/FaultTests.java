package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.Capability;
import io.holdfast.lock.tck.history.History;
import io.holdfast.lock.tck.history.HistoryChecker;
import io.holdfast.lock.tck.holders.HolderProcess;
import io.holdfast.lock.tck.holders.RemoteAttempt;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.opentest4j.AssertionFailedError;

/** What the groups of {@link LockFaultTck} share: processes and clients that end with the test, and the history they make. */
abstract class FaultTests {
    private static final AtomicInteger NAMES = new AtomicInteger();
    final LockFaultTck kit;
    final Patience patience;

    // Mutable state, used by the thread that runs the test
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final List<HolderProcess> holders = new ArrayList<>();
    private History history = new History();

    FaultTests(LockFaultTck kit) {
        this.kit = kit;
        this.patience = kit.patience();
    }

    @BeforeEach
    void beginHistory() {
        history = new History();
    }

    /** Whatever a test is about: nobody may have overlapped meanwhile. */
    @AfterEach
    void closeWhatWasOpenedAndCheckTheHistory() throws Exception {
        holders.clear();
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
        assertEquals(List.of(), new HistoryChecker().check(history), "violations in the history of all processes");
    }

    StoreUnderTest store() {
        return kit.store();
    }

    History history() {
        return history;
    }

    // ---- processes

    /** Another client, in a process of its own. */
    HolderProcess holder() {
        return holders(1).get(0);
    }

    /** They start side by side, because that takes a JVM a second. */
    List<HolderProcess> holders(int count) {
        List<HolderProcess> started = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            started.add(startHolder(Map.of()));
        }
        started.forEach(this::awaitReady);
        return started;
    }

    HolderProcess startHolder(Map<String, String> environment) {
        HolderProcess holder = HolderProcess.start("p" + (holders.size() + 1), store().url(), kit.answerLimit(), environment, history);
        holders.add(holder);
        return closeLater(holder);
    }

    void awaitReady(HolderProcess holder) {
        until(holder, "process " + holder + " is connected", () -> holder.isReady() || !holder.isRunning());
        assertTrue(holder.isReady(), () -> "process " + holder + " ended before it was connected: " + holder.details());
    }

    /** Takes a lock that is free, or becomes so. */
    RemoteAttempt taken(HolderProcess holder, String name, Duration lease) {
        RemoteAttempt attempt = holder.take(name, lease);
        awaitGrant(holder, attempt);
        return attempt;
    }

    void awaitGrant(HolderProcess holder, RemoteAttempt attempt) {
        until(holder, "the lock is granted to " + holder, attempt::isAnswered);
        assertTrue(attempt.isGranted(), () -> "the lock should have been granted: " + attempt);
    }

    /** Stands in line behind those who wait already. */
    RemoteAttempt inLine(HolderProcess holder, String name, Duration lease, boolean fair) {
        long before = waiters(name);
        RemoteAttempt attempt = holder.take(name, lease, Optional.empty(), fair);
        until(holder, holder + " stands in line", () -> attempt.isRequested() && waiters(name) > before);
        return attempt;
    }

    void drop(HolderProcess holder, RemoteAttempt attempt) {
        attempt.drop();
        until(holder, "the lock is given back by " + holder, attempt::isClosed);
    }

    private void until(HolderProcess holder, String what, BooleanSupplier condition) {
        try {
            patience.until(what, condition);
        } catch (AssertionFailedError late) {
            throw new AssertionFailedError(late.getMessage() + " " + holder.details(), late);
        }
    }

    // ---- clients of this JVM

    /** A client with a clear view of the store. */
    LockClient client() {
        return client(store().url());
    }

    LockClient client(String url) {
        return closeLater(LockClient.builder().url(url).answerLimit(kit.answerLimit()).build());
    }

    /** Looks at the store from aside; made once and used by all tests. */
    LockClient observer() {
        return kit.observer();
    }

    long waiters(String name) {
        return observer().inspect(name).waiters();
    }

    boolean isHeld(String name) {
        return observer().inspect(name).isHeld();
    }

    BackendInfo info() {
        return observer().backend();
    }

    boolean can(Capability capability) {
        return info().can(capability);
    }

    <T extends AutoCloseable> T closeLater(T resource) {
        opened.push(resource);
        return resource;
    }

    // ---- names, leases, and the state of the store

    String freshName() {
        return "fault-" + Long.toHexString(System.nanoTime()) + "-" + NAMES.incrementAndGet();
    }

    /** So long that a busy machine does not cost a lock, so short that a test can wait for its end: 2 s with the default patience. */
    Duration shortLease() {
        Duration wanted = patience.presence().dividedBy(10);
        return info().minLease().compareTo(wanted) > 0 ? info().minLease() : wanted;
    }

    LockOptions shortOptions() {
        return LockOptions.defaults().withLease(shortLease());
    }

    /** Nobody has the lock, and nobody who is gone keeps others from it. Returns the token of a new grant. */
    long assertBecomesFree(String name) throws InterruptedException {
        Hold hold = observer().lock(name).tryAcquire(patience.presence())
                .orElseThrow(() -> new AssertionFailedError("lock '" + name + "' should be free, but nobody can acquire it"));
        hold.close();
        return hold.token();
    }

    /** All that anybody left behind is gone by itself, soon. */
    void assertNothingIsLeft() {
        if (store().residue().isPresent()) {
            patience.until("nothing is left in the store", () -> store().residue().equals(OptionalLong.of(0)));
        }
    }
}
