package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.spi.Acquisition;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** A holder that is never heard of again, played by a client of the SPI that does not renew. */
@Shows(Guarantee.G4)
abstract class DeadHolderTests extends GuaranteeTests {
    DeadHolderTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void waiterGetsTheLockOfASilentHolder() throws Exception {
        String name = freshName();
        SpiClient dead = spi();
        DistributedLock lock = client().lock(name);
        long asked = System.nanoTime();
        dead.take(dead.request(name, shortLease()));
        acquireWithin(lock, shortLease().plus(patience.presence())).close();
        // The server's timer may be coarse, but never so coarse that a tenth is missing.
        assertTrue(millisSince(asked) >= shortLease().toMillis() * 9 / 10, "the lock passed on before the lease of its holder ended");
    }

    @Test
    void lockOfASilentHolderIsFreeForWhoeverAsksLater() throws Exception {
        String name = freshName();
        SpiClient dead = spi();
        DistributedLock lock = client().lock(name);
        dead.take(dead.request(name, shortLease()));
        patience.until("the lock of a silent holder is free after " + shortLease(), () -> isTaken(lock));
    }

    @Test
    void waiterGetsTheLockOfAHolderWhoseConnectionEnded() throws Exception {
        String name = freshName();
        SpiClient dead = spi();
        DistributedLock lock = client().lock(name);
        dead.take(dead.request(name, shortLease()));
        dead.close();
        acquireWithin(lock, shortLease().plus(patience.presence())).close();
    }

    @Test
    void silentHoldersInARowCostOneLeaseEach() throws Exception {
        String name = freshName();
        SpiClient dead = spi();
        dead.take(dead.request(name, shortLease()));
        Acquisition alsoDead = dead.patient(name, shortLease());
        var second = dead.send(alsoDead);
        patience.until("the wait is confirmed", () -> dead.isWaiting(alsoDead));
        DistributedLock lock = client().lock(name);
        acquireWithin(lock, shortLease().multipliedBy(2).plus(patience.presence())).close();
        assertTrue(second.isDone(), "the lock passed by somebody who waited before");
    }

    private static Hold acquireWithin(DistributedLock lock, Duration limit) throws InterruptedException {
        Optional<Hold> hold = lock.tryAcquire(limit);
        return hold.orElseThrow(() -> new AssertionFailedError("a silent holder still has the lock after " + limit));
    }

    private static boolean isTaken(DistributedLock lock) {
        Optional<Hold> hold = lock.tryAcquire();
        hold.ifPresent(Hold::close);
        return hold.isPresent();
    }
}
