package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.tck.holders.HolderProcess;
import io.holdfast.lock.tck.holders.RemoteAttempt;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Processes that stand still (SIGSTOP) and go on, as in a long garbage collection or when a virtual machine is moved. */
abstract class PauseFaultTests extends FaultTests {
    PauseFaultTests(LockFaultTck kit) {
        super(kit);
    }

    /** That it does no step after another has the lock is what the history shows: its claims and those of the other do not meet. */
    @Test
    @Shows(Guarantee.G6)
    void holderThatStoodStillLearnsOfItsLossAtOnce() {
        String name = freshName();
        FencedResource resource = new FencedResource();
        List<HolderProcess> holders = holders(2);
        RemoteAttempt first = taken(holders.get(0), name, shortLease());
        assertTrue(resource.accepts(first.token()), "the first write");
        holders.get(0).pause();
        RemoteAttempt second = taken(holders.get(1), name, shortLease());
        assertTrue(resource.accepts(second.token()), "the write of the next owner");
        holders.get(0).resume();
        patience.until("the first is told", first::isLost);
        assertTrue(first.validUntil().orElse(0) < second.grantedAt(), () -> "a step after the lock was another's: " + first);
        assertFalse(resource.accepts(first.token()), "the late write of the first is not refused");

        drop(holders.get(0), first);
        assertTrue(first.isClosedAsLost(), () -> "closing a lost hold says so: " + first);
        long now = System.nanoTime();
        patience.until("the second goes on", () -> second.validUntil().orElse(0) > now);
        drop(holders.get(1), second);
        assertFalse(second.isClosedAsLost(), () -> "the release of the first has cost the second its lock: " + second);
        assertNothingIsLeft();
    }

    @Test
    @Shows(Guarantee.G5)
    void pauseShorterThanTheLeaseCostsNothing() throws Exception {
        String name = freshName();
        HolderProcess holder = holder();
        // The pause may come at the end of a renewal interval, when two thirds of the lease are left.
        RemoteAttempt hold = taken(holder, name, shortLease().multipliedBy(3));
        for (int i = 0; i < 3; i++) {
            holder.pause();
            Thread.sleep(shortLease().dividedBy(2).toMillis());
            holder.resume();
            long now = System.nanoTime();
            patience.until("it goes on", () -> hold.validUntil().orElse(0) > now);
        }
        assertFalse(hold.isLost(), () -> "a pause shorter than the lease cost the lock: " + hold);
        drop(holder, hold);
        assertFalse(hold.isClosedAsLost(), () -> "a pause shorter than the lease cost the lock: " + hold);
    }

    @Test
    @Shows(Guarantee.G8)
    void waiterThatStandsStillHoldsNobodyUpForLong() {
        String name = freshName();
        List<HolderProcess> holders = holders(3);
        RemoteAttempt first = taken(holders.get(0), name, shortLease());
        RemoteAttempt second = inLine(holders.get(1), name, shortLease(), false);
        RemoteAttempt third = inLine(holders.get(2), name, shortLease(), false);
        holders.get(1).pause();
        drop(holders.get(0), first);
        awaitGrant(holders.get(2), third);
        holders.get(1).resume();
        drop(holders.get(2), third);
        awaitGrant(holders.get(1), second);
        assertTrue(second.token() > third.token(), () -> "who came to life again has an old token: " + second + "\n" + third);
        drop(holders.get(1), second);
        assertNothingIsLeft();
    }
}
