package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.HoldState;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.LossReason;
import io.holdfast.lock.spi.Capability;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@Shows(Guarantee.G6)
abstract class LossIsToldTests extends GuaranteeTests {
    LossIsToldTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void lostByTheTimeAnotherCanAcquireWhenRenewalsGetLost() throws Exception {
        assertToldBeforeTheNextOwner(Fault.LOSE_REQUEST);
    }

    @Test
    void lostByTheTimeAnotherCanAcquireWhenTheServerHangs() throws Exception {
        assertToldBeforeTheNextOwner(Fault.HANG);
    }

    @Test
    void lostByTheTimeAnotherCanAcquireWhenTheBackendThrows() throws Exception {
        assertToldBeforeTheNextOwner(Fault.THROW);
    }

    private void assertToldBeforeTheNextOwner(Fault fault) throws Exception {
        String name = freshName();
        FaultyBackend faulty = faulty();
        faulty.always(FaultyBackend.Call.RENEW, fault);
        Hold hold = client(faulty).lock(name, shortOptions()).acquire();
        CompletableFuture<Long> told = new CompletableFuture<>();
        hold.onLost(reason -> told.complete(System.nanoTime()));
        LockClient other = client();
        Hold next = other.lock(name).tryAcquire(shortLease().plus(patience.presence())).orElseThrow();
        long nextAt = System.nanoTime();
        assertFalse(hold.isValid(), "a hold is still valid although another client has the lock");
        long toldAt = patience.await("onLost fires", told);
        // A thread has to run for it, hence the tolerance; isValid() has none.
        assertTrue(toldAt - nextAt < patience.absence().toNanos(), "onLost fired long after another client had the lock");
        next.close();
        assertThrows(LockLostException.class, hold::close, "closing a lost hold");
        assertDoesNotThrow(hold::close, "closing a lost hold a second time");
    }

    /** As in a long garbage collection, but of one thread: the others must not be misled by it. */
    @Test
    void pauseOfTheRenewalThreadAloneIsSeenByWhoeverAsks() throws Exception {
        String name = freshName();
        FaultyBackend faulty = faulty();
        faulty.always(FaultyBackend.Call.RENEW, Fault.BLOCK);
        Hold hold = client(faulty).lock(name, shortOptions()).acquire();
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        hold.onLost(told::complete);
        Hold next = client().lock(name).tryAcquire(shortLease().plus(patience.presence())).orElseThrow();
        assertFalse(hold.isValid(), "a hold is still valid although another client has the lock");
        assertThrows(LockLostException.class, hold::ensureValid, "a step of protected work");
        faulty.heal();
        patience.await("onLost fires when the thread goes on", told);
        assertThrows(LockLostException.class, hold::close, "closing a lost hold");
        assertTrue(next.isValid(), "the late release has cost the next owner its lock");
        next.close();
    }

    @Test
    void suspectComesBeforeLost() throws Exception {
        FaultyBackend faulty = faulty();
        faulty.always(FaultyBackend.Call.RENEW, Fault.LOSE_REQUEST);
        Hold hold = client(faulty).lock(freshName(), shortOptions()).acquire();
        Set<HoldState> seen = EnumSet.noneOf(HoldState.class);
        patience.until("the hold is lost", () -> {
            seen.add(hold.state());
            return seen.contains(HoldState.LOST);
        });
        assertEquals(EnumSet.of(HoldState.HELD, HoldState.SUSPECT, HoldState.LOST), seen, "states on the way to the loss");
    }

    @Test
    void leaseIsCountedFromBeforeTheRequest() throws Exception {
        FaultyBackend slow = faulty();
        slow.delay(FaultyBackend.Call.ACQUIRE, shortLease().dividedBy(4));
        slow.always(FaultyBackend.Call.RENEW, Fault.LOSE_REQUEST);
        Hold hold = client(slow).lock(freshName(), shortOptions()).acquire();
        assertTrue(hold.remaining().compareTo(shortLease().multipliedBy(3).dividedBy(4)) <= 0,
                "the time that the reply took is not taken off the lease");
    }

    @Test
    void endOfAFixedLeaseIsTold() throws Exception {
        String name = freshName();
        LockOptions fixed = LockOptions.defaults().withFixedLease(shortLease());
        Hold hold = client().lock(name, fixed).acquire();
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        hold.onLost(told::complete);
        assertEquals(LossReason.EXPIRED, patience.await("onLost fires", told), "reason");
        assertFalse(hold.isValid(), "a hold is valid after its fixed lease");
        assertBecomesFree(name);
    }

    @Test
    @Requires(Capability.FORCE_RELEASE)
    void breakOfALockIsToldToItsHolder() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, shortOptions()).acquire();
        CompletableFuture<LossReason> told = new CompletableFuture<>();
        hold.onLost(told::complete);
        assertTrue(client().forceRelease(name), "force release of a held lock");
        patience.await("onLost fires after a force release", told);
        assertFalse(hold.isValid(), "a hold is valid after its lock was broken");
        assertThrows(LockLostException.class, hold::close, "closing a broken hold");
    }

    @Test
    void lostLockIsNotReenteredAndItsUnlockThrows() throws Exception {
        FaultyBackend faulty = faulty();
        faulty.always(FaultyBackend.Call.RENEW, Fault.LOSE_REQUEST);
        DistributedLock lock = client(faulty).lock(freshName(), shortOptions());
        lock.lock();
        patience.until("the lock is lost", () -> !lock.isHeldByCurrentThread());
        assertThrows(LockLostException.class, lock::lock, "re-entry on a lost lock");
        assertThrows(LockLostException.class, lock::unlock, "unlock() of a lost lock");
        assertEquals(0, lock.holdCount(), "hold count after the unlock of a lost lock");
    }
}
