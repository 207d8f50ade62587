package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Capability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Leases are longer than the kit's patience here: who is not woken fails, instead of being saved by an expiry. */
@Shows(Guarantee.G8)
abstract class WakeUpTests extends GuaranteeTests {
    private static final int WAITERS = 8;
    /** Between a poll and a push, on a busy machine. */
    private static final long SOON_MILLIS = 100;

    WakeUpTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    @Requires(Capability.PUSH)
    void waiterIsWokenSoonAfterTheRelease() throws Exception {
        SpiClient owner = spi();
        SpiClient other = spi();
        long[] millis = new long[15];
        for (int i = 0; i < millis.length; i++) {
            millis[i] = millisToWake(owner, other, freshName());
        }
        Arrays.sort(millis);
        long median = millis[millis.length / 2];
        assertTrue(median < SOON_MILLIS, () -> "a waiter is woken " + median + " ms after the release: that is a poll, not a push");
    }

    private long millisToWake(SpiClient owner, SpiClient other, String name) throws Exception {
        Acquisition held = owner.request(name, longLease());
        owner.take(held);
        Acquisition waits = other.patient(name, longLease());
        CompletableFuture<AcquireOutcome> outcome = other.send(waits);
        patience.until("the wait is confirmed", () -> other.isWaiting(waits));
        long released = System.nanoTime();
        owner.release(held);
        SpiClient.token(patience.await("the waiter is woken by the release", outcome));
        long millis = millisSince(released);
        other.release(waits);
        return millis;
    }

    @Test
    void noWakeUpIsLostBetweenTwoClients() throws Exception {
        String name = freshName();
        int rounds = workload(1_000);
        for (int i = 0; i < 2; i++) {
            DistributedLock lock = clientWithoutHandOff().lock(name, longOptions());
            crew.start(() -> {
                for (int round = 0; round < rounds; round++) {
                    Hold hold = lock.acquire();
                    hold.close();
                }
            });
        }
        crew.finish();
    }

    @Test
    void noWakeUpIsLostWhenReleaseAndWaitCross() throws Exception {
        SpiClient owner = spi();
        SpiClient other = spi();
        for (int round = 0; round < workload(300); round++) {
            String name = freshName();
            Acquisition held = owner.request(name, longLease());
            owner.take(held);
            Crew.Member<Void> releasing = crew.start(() -> owner.release(held));
            Acquisition waits = other.patient(name, longLease());
            SpiClient.token(patience.await("a waiter that crosses the release gets the lock", other.send(waits)));
            crew.finish(releasing);
            other.release(waits);
        }
    }

    @Test
    void wakeUpOfAWithdrawnWaiterGoesToTheNext() throws Exception {
        SpiClient owner = spi();
        SpiClient leaving = spi();
        SpiClient staying = spi();
        for (int round = 0; round < workload(200); round++) {
            String name = freshName();
            Acquisition held = owner.request(name, longLease());
            owner.take(held);
            Acquisition leaves = leaving.patient(name, longLease());
            leaving.send(leaves);
            patience.until("the first wait is confirmed", () -> leaving.isWaiting(leaves));
            Acquisition stays = staying.patient(name, longLease());
            CompletableFuture<AcquireOutcome> outcome = staying.send(stays);
            patience.until("the second wait is confirmed", () -> staying.isWaiting(stays));
            Crew.Member<Void> withdrawing = crew.start(() -> leaving.release(leaves));
            owner.release(held);
            SpiClient.token(patience.await("the next waiter is woken when the first has left", outcome));
            crew.finish(withdrawing);
            staying.release(stays);
        }
    }

    @Test
    void oneReleaseWakesOneWaiter() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        List<FaultyBackend> counted = new ArrayList<>();
        List<CompletableFuture<Hold>> waits = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            FaultyBackend backend = faulty();
            LockClient locks = client(backend);
            counted.add(backend);
            waits.add(locks.lock(name, longOptions()).acquireAsync());
            patience.until("the wait is confirmed", () -> backend.confirmedWaits() == 1);
        }
        hold.close();
        patience.until("a waiter is woken", () -> done(waits) > 0);
        patience.never("one release wakes more than one waiter", () -> done(waits) > 1);
        int requests = counted.stream().mapToInt(backend -> backend.calls(FaultyBackend.Call.ACQUIRE)).sum();
        assertEquals(WAITERS, requests, "acquire calls of " + WAITERS + " waiters after one release: the others were woken for nothing");
        for (int i = 0; i < WAITERS; i++) {
            closeTheOneWhoIsNext(waits);
        }
    }

    private void closeTheOneWhoIsNext(List<CompletableFuture<Hold>> waits) {
        patience.until("the next waiter is woken", () -> done(waits) > 0);
        CompletableFuture<Hold> next = waits.stream().filter(CompletableFuture::isDone).findFirst().orElseThrow();
        waits.remove(next);
        next.join().close();
    }

    private static long done(List<CompletableFuture<Hold>> waits) {
        return waits.stream().filter(CompletableFuture::isDone).count();
    }
}
