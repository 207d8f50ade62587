package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Answer;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

@Shows(Guarantee.G2)
abstract class OwnerOnlyReleaseTests extends GuaranteeTests {
    OwnerOnlyReleaseTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void foreignReleaseFreesNothing() throws Exception {
        String name = freshName();
        SpiClient owner = spi();
        SpiClient stranger = spi();
        Acquisition held = owner.request(name, longLease());
        owner.take(held);
        Acquisition foreign = stranger.request(name, longLease());
        assertNotEquals(Answer.YES, stranger.release(foreign), "answer to the release of a grant that never was");
        assertStillHeld(owner, held, "a foreign release");
    }

    @Test
    void staleReleaseFreesNothing() throws Exception {
        String name = freshName();
        SpiClient first = spi();
        SpiClient second = spi();
        Acquisition stale = first.request(name, longLease());
        first.take(stale);
        assertEquals(Answer.YES, first.release(stale), "answer to the release of a living grant");
        Acquisition held = second.request(name, longLease());
        second.take(held);
        assertNotEquals(Answer.YES, first.release(stale), "answer to a release that comes a second time");
        assertStillHeld(second, held, "a repeated release");
    }

    @Test
    void releaseAfterExpiryFreesNothing() throws Exception {
        String name = freshName();
        SpiClient first = spi();
        SpiClient second = spi();
        Acquisition expired = first.request(name, shortLease());
        first.take(expired);
        Acquisition held = second.patient(name, longLease());
        second.take(held);
        assertNotEquals(Answer.YES, first.release(expired), "answer to a release after the lease has ended");
        assertStillHeld(second, held, "a release after expiry");
    }

    @Test
    void withdrawalOfAWaiterFreesNothing() throws Exception {
        String name = freshName();
        SpiClient owner = spi();
        SpiClient other = spi();
        Acquisition held = owner.request(name, longLease());
        owner.take(held);
        Acquisition waiting = other.patient(name, longLease());
        CompletableFuture<AcquireOutcome> outcome = other.send(waiting);
        patience.until("the wait is confirmed", () -> other.isWaiting(waiting));
        assertNotEquals(Answer.YES, other.release(waiting), "answer to a withdrawal");
        assertEquals(AcquireOutcome.WITHDRAWN, patience.await("the withdrawn wait ends", outcome), "outcome of a withdrawn wait");
        assertStillHeld(owner, held, "a withdrawal");
    }

    @Test
    void closingTwiceFreesNothing() throws Exception {
        String name = freshName();
        LockClient locks = client();
        Hold first = locks.lock(name).acquire();
        first.close();
        Hold second = client().lock(name).acquire();
        assertDoesNotThrow(first::close, "closing a closed hold");
        assertTrue(locks.lock(name).tryAcquire().isEmpty(), "closing a hold twice freed the lock of the next owner");
        assertTrue(second.isValid(), "the next owner's hold is no longer valid");
        assertDoesNotThrow(second::close, "the next owner's close");
    }

    @Test
    void anyThreadMayCloseAHold() throws Exception {
        String name = freshName();
        Hold hold = client().lock(name, longOptions()).acquire();
        crew.start(hold::close);
        crew.finish();
        assertBecomesFree(name);
    }

    private void assertStillHeld(SpiClient owner, Acquisition held, String after) throws Exception {
        SpiClient third = spi();
        AcquireOutcome outcome = third.acquire(third.request(held.name(), shortLease()));
        assertEquals(AcquireOutcome.REFUSED, outcome, "answer to a third client after " + after);
        assertEquals(Answer.YES, owner.renew(held), "answer to the owner's renewal after " + after);
        assertEquals(Answer.YES, owner.release(held), "answer to the owner's release after " + after);
    }
}
