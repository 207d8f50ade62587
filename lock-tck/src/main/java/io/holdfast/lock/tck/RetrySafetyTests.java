package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Leases are long here: an orphan would not free itself in time. */
@Shows(Guarantee.G11)
abstract class RetrySafetyTests extends GuaranteeTests {
    RetrySafetyTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void repeatedAcquireIsOneGrant() throws Exception {
        String name = freshName();
        SpiClient owner = spi();
        Acquisition held = owner.request(name, longLease());
        long token = owner.take(held);
        assertEquals(token, owner.take(held), "token of the same acquisition, asked for twice");
        assertEquals(Answer.YES, owner.renew(held), "answer to the first renewal");
        assertEquals(Answer.YES, owner.renew(held), "answer to the same renewal");
        assertEquals(Answer.YES, owner.release(held), "answer to the first release");
        assertEquals(Answer.NO, owner.release(held), "answer to the same release: the repeated acquire was counted twice");
        assertBecomesFree(name);
    }

    @Test
    void repeatedWaitIsOneGrant() throws Exception {
        String name = freshName();
        SpiClient owner = spi();
        SpiClient other = spi();
        Acquisition held = owner.request(name, longLease());
        owner.take(held);
        Acquisition waits = other.patient(name, longLease());
        other.send(waits);
        patience.until("the wait is confirmed", () -> other.isWaiting(waits));
        CompletableFuture<AcquireOutcome> newest = other.send(waits);
        patience.never("a repeated wait is granted while another holds the lock", newest::isDone);
        owner.release(held);
        SpiClient.token(patience.await("the repeated wait is granted", newest));
        assertEquals(Answer.YES, other.release(waits), "answer to the release");
        assertNotEquals(Answer.YES, other.release(waits), "answer to the same release: the repeated wait was counted twice");
        assertBecomesFree(name);
    }

    @Test
    void lostReplyToAcquireLeavesNoOrphan() throws Exception {
        useOnce(FaultyBackend.Call.ACQUIRE, Fault.LOSE_REPLY);
    }

    @Test
    void lostAcquireIsRepeated() throws Exception {
        useOnce(FaultyBackend.Call.ACQUIRE, Fault.LOSE_REQUEST);
    }

    @Test
    void lostReplyToReleaseIsNoLoss() throws Exception {
        useOnce(FaultyBackend.Call.RELEASE, Fault.LOSE_REPLY);
    }

    @Test
    void lostReleaseIsRepeated() throws Exception {
        useOnce(FaultyBackend.Call.RELEASE, Fault.LOSE_REQUEST);
    }

    private void useOnce(FaultyBackend.Call call, Fault fault) throws Exception {
        String name = freshName();
        FaultyBackend faulty = faulty();
        faulty.once(call, fault);
        Hold hold = client(faulty).lock(name, longOptions()).acquire();
        assertTrue(client().lock(name).tryAcquire().isEmpty(), "another client got the lock after " + fault + " of " + call);
        assertDoesNotThrow(hold::close, "closing after " + fault + " of " + call);
        assertBecomesFree(name);
    }

    @Test
    void lostReplyToRenewalIsNoLoss() throws Exception {
        String name = freshName();
        FaultyBackend faulty = faulty();
        faulty.once(FaultyBackend.Call.RENEW, Fault.LOSE_REPLY);
        Hold hold = client(faulty).lock(name, shortOptions()).acquire();
        patience.until("the renewal is repeated", () -> faulty.calls(FaultyBackend.Call.RENEW) > 1);
        assertTrue(hold.isValid(), "a hold is lost by one lost reply");
        assertDoesNotThrow(hold::close, "closing after a lost reply to a renewal");
        assertBecomesFree(name);
    }

    @Test
    void lostReplyToWithdrawalLeavesNothing() throws Exception {
        withdraw(Fault.LOSE_REPLY);
    }

    @Test
    void lostWithdrawalIsRepeated() throws Exception {
        withdraw(Fault.LOSE_REQUEST);
    }

    private void withdraw(Fault fault) throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        FaultyBackend faulty = faulty();
        faulty.once(FaultyBackend.Call.RELEASE, fault);
        assertTrue(client(faulty).lock(name, longOptions()).tryAcquire(patience.absence()).isEmpty(), "a lock that is held was acquired");
        patience.until("the withdrawal is repeated", () -> faulty.calls(FaultyBackend.Call.RELEASE) > 1);
        hold.close();
        assertBecomesFree(name);
    }

    @Test
    void nobodyOverlapsWhenRepliesGetLostAllTheTime() throws Exception {
        String name = freshName();
        AtomicInteger inside = new AtomicInteger();
        int rounds = workload(40);
        for (int i = 0; i < 3; i++) {
            DistributedLock lock = client(lossy(random.nextLong())).lock(name, longOptions());
            crew.start(2, () -> {
                for (int round = 0; round < rounds; round++) {
                    Hold hold = lock.acquire();
                    assertEquals(1, inside.incrementAndGet(), "owners at the same time while replies get lost");
                    inside.decrementAndGet();
                    hold.close();
                }
            });
        }
        crew.finish();
        assertBecomesFree(name);
    }

    private FaultyBackend lossy(long seed) throws Exception {
        Random chance = new Random(seed);
        FaultyBackend lossy = faulty();
        for (FaultyBackend.Call call : FaultyBackend.Call.values()) {
            lossy.plan(call, () -> chance.nextInt(10) == 0 ? Fault.LOSE_REPLY : Fault.NONE);
        }
        return lossy;
    }

    @Test
    void acquireThatWasGivenUpWithoutAnswerLeavesNoOrphan() throws Exception {
        String name = freshName();
        FaultyBackend faulty = faulty();
        faulty.always(FaultyBackend.Call.ACQUIRE, Fault.LOSE_REPLY);
        DistributedLock lock = client(faulty).lock(name, longOptions());
        assertThrows(LockBackendException.class, () -> lock.tryAcquire(patience.absence()),
                "acquire of which no reply ever comes");
        assertBecomesFree(name);
    }
}
