package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.holdfast.lock.Hold;
import io.holdfast.lock.HoldState;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@Shows(Guarantee.G5)
abstract class LiveHolderTests extends GuaranteeTests {
    private static final int LEASES = 3;

    LiveHolderTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void holdOutlivesManyLeases() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, shortOptions()).acquire();
        assertKeptOverLeases(name, hold);
    }

    @Test
    void oneLostRenewalIsSurvived() throws Exception {
        survive(Fault.LOSE_REQUEST);
    }

    @Test
    void oneLostReplyToARenewalIsSurvived() throws Exception {
        survive(Fault.LOSE_REPLY);
    }

    @Test
    void oneFailedRenewalIsSurvived() throws Exception {
        survive(Fault.FAIL);
    }

    @Test
    void oneRenewalThatThrowsIsSurvived() throws Exception {
        survive(Fault.THROW);
    }

    private void survive(Fault fault) throws Exception {
        String name = freshName();
        FaultyBackend faulty = faulty();
        faulty.once(FaultyBackend.Call.RENEW, fault);
        Hold hold = client(faulty).lock(name, shortOptions()).acquire();
        patience.until("a renewal after one with " + fault, () -> faulty.calls(FaultyBackend.Call.RENEW) > 1);
        patience.until("the hold is renewed after " + fault, () -> hold.remaining().compareTo(shortLease().dividedBy(2)) > 0);
        assertEquals(HoldState.HELD, hold.state(), "state after a renewal with " + fault);
        assertDoesNotThrow(hold::close, "closing a hold that was kept");
    }

    /** Another client waits all the time, so that whatever frees the lock gives it away. */
    private void assertKeptOverLeases(String name, Hold hold) throws Exception {
        Duration time = shortLease().multipliedBy(LEASES);
        assertTrue(client().lock(name).tryAcquire(time).isEmpty(), "another client got a lock whose holder is alive");
        assertTrue(hold.isValid(), "the hold of a living client is no longer valid after " + LEASES + " leases");
        assertDoesNotThrow(hold::close, "closing a hold that was kept");
    }

    @Test
    void everyRenewalStartsTheLeaseAnew() throws Exception {
        SpiClient owner = spi();
        SpiClient other = spi();
        // Where the machine stands still for a lease, the grant need not live, and nothing is shown.
        for (int i = 0; i < 5; i++) {
            if (isRenewedInTimeForLong(freshName(), owner, other)) {
                return;
            }
        }
        fail("the machine is too busy to renew a lease of " + shortLease() + " in time");
    }

    private boolean isRenewedInTimeForLong(String name, SpiClient owner, SpiClient other) throws Exception {
        Acquisition held = owner.request(name, shortLease());
        long confirmed = System.nanoTime();
        owner.take(held);
        long end = System.nanoTime() + shortLease().multipliedBy(LEASES).toNanos();
        while (System.nanoTime() - end < 0) {
            long sent = System.nanoTime();
            Answer renewed = owner.renew(held);
            AcquireOutcome refused = other.acquire(other.request(name, shortLease()));
            if (System.nanoTime() - confirmed > shortLease().toNanos() / 10 * 9) {
                return false;
            }
            assertEquals(Answer.YES, renewed, "answer to the renewal of a living grant");
            assertEquals(AcquireOutcome.REFUSED, refused, "answer to another client");
            confirmed = sent;
        }
        return true;
    }

    @Test
    void renewalDoesNotReviveWhatWasReleased() throws Exception {
        String name = freshName();
        SpiClient owner = spi();
        Acquisition released = owner.request(name, longLease());
        owner.take(released);
        owner.release(released);
        assertEquals(Answer.NO, owner.renew(released), "answer to the renewal of a released grant");
        assertBecomesFree(name);
    }

    @Test
    void manyGrantsAreRenewedAtOnceEachWithItsOwnAnswer() throws Exception {
        SpiClient owner = spi();
        List<Acquisition> grants = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            Acquisition grant = owner.request(freshName(), longLease());
            owner.take(grant);
            grants.add(grant);
        }
        owner.release(grants.get(20));
        List<Answer> answers = owner.renew(grants);
        assertEquals(grants.size(), answers.size(), "answers to a renewal of many");
        for (int i = 0; i < grants.size(); i++) {
            assertEquals(i == 20 ? Answer.NO : Answer.YES, answers.get(i), "answer " + i + ", where only 20 was released");
        }
        for (Acquisition grant : grants) {
            owner.release(grant);
        }
    }
}
