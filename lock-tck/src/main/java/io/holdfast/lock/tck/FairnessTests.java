package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@Shows(Guarantee.G9)
abstract class FairnessTests extends GuaranteeTests {
    private static final int CLIENTS = 3;
    private static final int WAITERS = 9;

    FairnessTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    @Requires(Capability.FAIR)
    void waitersOfAllClientsAreServedInTheOrderOfTheirArrival() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, fair()).acquire();
        List<FaultyBackend> backends = new ArrayList<>();
        List<DistributedLock> locks = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            backends.add(faulty());
            locks.add(client(backends.get(i)).lock(name, fair()));
        }
        List<Integer> served = new CopyOnWriteArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            arrive(i, locks.get(i % CLIENTS), backends.get(i % CLIENTS), served);
        }
        hold.close();
        crew.finish();
        assertEquals(IntStream.range(0, WAITERS).boxed().toList(), served, "order of service, by order of arrival");
    }

    /** The next one may come when the server has confirmed this one. */
    private void arrive(int number, DistributedLock lock, FaultyBackend backend, List<Integer> served) {
        int before = backend.confirmedWaits();
        crew.start(() -> {
            Hold mine = lock.acquire();
            served.add(number);
            mine.close();
        });
        patience.until("wait " + number + " is confirmed", () -> backend.confirmedWaits() > before);
    }

    @Test
    @Requires(Capability.FAIR)
    void ownerThatComesBackStandsBehindThoseWhoWait() throws Exception {
        for (int round = 0; round < workload(50); round++) {
            assertReturningOwnerWaits(spi(), spi(), freshName());
        }
    }

    private void assertReturningOwnerWaits(SpiClient owner, SpiClient other, String name) throws Exception {
        Acquisition held = owner.fair(name, longLease());
        owner.take(held);
        Acquisition waits = other.fair(name, longLease());
        CompletableFuture<AcquireOutcome> waiter = other.send(waits);
        patience.until("the wait is confirmed", () -> other.isWaiting(waits));
        CompletableFuture<?> released = owner.backend().release(held).toCompletableFuture();
        Acquisition again = owner.fair(name, longLease());
        CompletableFuture<AcquireOutcome> returning = owner.send(again);
        patience.await("the release is answered", released);
        patience.until("somebody gets the lock", () -> waiter.isDone() || returning.isDone());
        patience.await("the waiter gets the lock before the owner that came back", waiter);
        other.release(waits);
        patience.await("the owner that came back gets the lock in its turn", returning);
        owner.release(again);
    }

    @Test
    @Requires(Capability.FAIR)
    void deadWaiterIsSkipped() throws Exception {
        assertSkipped((waiter, wait) -> waiter.close());
    }

    @Test
    @Requires(Capability.FAIR)
    void withdrawnWaiterIsSkipped() throws Exception {
        assertSkipped(SpiClient::release);
    }

    private interface Leaving {
        void leave(SpiClient waiter, Acquisition wait) throws Exception;
    }

    private void assertSkipped(Leaving leaving) throws Exception {
        String name = freshName();
        SpiClient owner = spi();
        SpiClient gone = spi();
        SpiClient next = spi();
        Acquisition held = owner.fair(name, longLease());
        owner.take(held);
        Acquisition leaves = gone.fair(name, shortLease());
        gone.send(leaves);
        patience.until("the first wait is confirmed", () -> gone.isWaiting(leaves));
        Acquisition stays = next.fair(name, longLease());
        CompletableFuture<AcquireOutcome> outcome = next.send(stays);
        patience.until("the second wait is confirmed", () -> next.isWaiting(stays));
        leaving.leave(gone, leaves);
        owner.release(held);
        SpiClient.token(patience.await("the waiter behind the one that is gone gets the lock", outcome));
        next.release(stays);
    }

    @Test
    void busyClientDoesNotStarveTheOthers() throws Exception {
        String name = freshName();
        AtomicBoolean enough = new AtomicBoolean();
        DistributedLock busy = client().lock(name);
        crew.start(4, () -> {
            while (!enough.get()) {
                busy.acquire().close();
            }
        });
        DistributedLock modest = client().lock(name);
        for (int i = 0; i < 5; i++) {
            Hold hold = modest.tryAcquire(patience.presence()).orElse(null);
            assertTrue(hold != null, "a client starves while another is busy on the same lock");
            hold.close();
        }
        enough.set(true);
        crew.finish();
    }

    @Test
    @RequiresAbsent(Capability.FAIR)
    void fairLocksAreRefusedWhereTheBackendHasNone() throws Exception {
        LockClient locks = client();
        String name = freshName();
        var refused = assertThrows(LockConfigurationException.class, () -> locks.lock(name, fair()), "a fair lock");
        assertEquals(name, refused.lockName(), "lock named by the exception");
    }

    private LockOptions fair() {
        return longOptions().withFair(true);
    }
}
