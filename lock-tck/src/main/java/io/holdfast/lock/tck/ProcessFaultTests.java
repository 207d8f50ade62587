package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.spi.Capability;
import io.holdfast.lock.tck.holders.HolderProcess;
import io.holdfast.lock.tck.holders.RemoteAttempt;
import io.holdfast.lock.tck.holders.WorkOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Clients in processes of their own, which are killed with SIGKILL: nothing of them runs any more, not even a finally block. */
abstract class ProcessFaultTests extends FaultTests {
    private static final int NAMES = 20;

    ProcessFaultTests(LockFaultTck kit) {
        super(kit);
    }

    @Test
    @Shows(Guarantee.G1)
    void processesNeverOverlap() {
        List<HolderProcess> holders = holders(3);
        List<String> names = List.of(freshName(), freshName());
        int grants = 30;
        for (int i = 0; i < holders.size(); i++) {
            holders.get(i).work(new WorkOrder(kit.seed() + i, 4, shortLease(), names));
        }
        patience.until(grants + " grants to each", () -> holders.stream().allMatch(holder -> holder.grants() >= grants));
        holders.forEach(HolderProcess::rest);
        patience.until("all come to rest", () -> holders.stream().allMatch(HolderProcess::isResting));
        assertNothingIsLeft();
    }

    @Test
    @Shows(Guarantee.G4)
    void lockOfAKilledHolderPassesOn() throws Exception {
        String name = freshName();
        List<HolderProcess> holders = holders(2);
        RemoteAttempt first = taken(holders.get(0), name, shortLease());
        RemoteAttempt second = inLine(holders.get(1), name, shortLease(), false);
        holders.get(0).kill();
        awaitGrant(holders.get(1), second);
        assertTrue(second.token() > first.token(), "the token did not grow over the death of a holder");
        drop(holders.get(1), second);
        assertFalse(second.isClosedAsLost(), "the lock was lost to nobody");
        assertTrue(assertBecomesFree(name) > second.token(), "the token did not grow");
        assertNothingIsLeft();
    }

    @Test
    @Shows(Guarantee.G8)
    void killedWaiterIsPassedOver() throws Exception {
        String name = freshName();
        List<HolderProcess> holders = holders(3);
        RemoteAttempt first = taken(holders.get(0), name, shortLease());
        inLine(holders.get(1), name, shortLease(), false);
        RemoteAttempt third = inLine(holders.get(2), name, shortLease(), false);
        holders.get(1).kill();
        drop(holders.get(0), first);
        awaitGrant(holders.get(2), third);
        assertTrue(third.token() > first.token(), "the token did not grow");
        drop(holders.get(2), third);
        assertBecomesFree(name);
        assertNothingIsLeft();
    }

    /** It is given the lock while it stands still, so the grant is on its way when it dies. */
    @Test
    @Shows(Guarantee.G4)
    void grantThatMeetsADyingProcessPassesOn() throws Exception {
        String name = freshName();
        List<HolderProcess> holders = holders(3);
        RemoteAttempt first = taken(holders.get(0), name, shortLease());
        RemoteAttempt second = inLine(holders.get(1), name, shortLease(), false);
        RemoteAttempt third = inLine(holders.get(2), name, shortLease(), false);
        holders.get(1).pause();
        drop(holders.get(0), first);
        holders.get(1).kill();
        awaitGrant(holders.get(2), third);
        assertFalse(second.isGranted(), "who stood still can't have had the lock");
        drop(holders.get(2), third);
        assertBecomesFree(name);
        assertNothingIsLeft();
    }

    @Test
    @Shows(Guarantee.G4)
    void processKilledAtAnyMomentLeavesNothing() throws Exception {
        Random chance = new Random(kit.seed());
        List<String> names = IntStream.range(0, NAMES).mapToObj(i -> freshName()).toList();
        for (HolderProcess holder : holders(4)) {
            holder.work(new WorkOrder(chance.nextLong(), 8, shortLease(), names));
            patience.until("it is in the middle of it", () -> holder.grants() > 5);
            Thread.sleep(chance.nextInt(20));
            holder.kill();
        }
        for (String name : names) {
            assertBecomesFree(name);
        }
        assertNothingIsLeft();
    }

    @Test
    @Requires(Capability.FAIR)
    @Shows(Guarantee.G9)
    void processesAreServedInTheOrderOfTheirArrival() throws Exception {
        String name = freshName();
        List<HolderProcess> holders = holders(3);
        RemoteAttempt last = taken(holders.get(0), name, shortLease());
        HolderProcess lastHolder = holders.get(0);
        List<HolderProcess> order = List.of(holders.get(2), holders.get(1), holders.get(2), holders.get(0), holders.get(1));
        List<RemoteAttempt> waiting = new ArrayList<>();
        for (HolderProcess holder : order) {
            waiting.add(inLine(holder, name, Duration.ofSeconds(30), true));
        }
        for (int i = 0; i < order.size(); i++) {
            drop(lastHolder, last);
            awaitGrant(order.get(i), waiting.get(i));
            assertTrue(waiting.get(i).token() > last.token(), "the token did not grow");
            lastHolder = order.get(i);
            last = waiting.get(i);
        }
        drop(lastHolder, last);
        assertNothingIsLeft();
    }
}
