package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.Capability;
import org.junit.jupiter.api.Test;

@Shows(Guarantee.G7)
@Requires(Capability.FENCING)
abstract class FencingTests extends GuaranteeTests {
    private static final int CLIENTS = 4;
    private static final int THREADS = 2;

    /** Written by owners of the lock only. */
    private volatile long largest = Long.MIN_VALUE;

    FencingTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void tokensGrowOverManyOwners() throws Exception {
        String name = freshName();
        int each = workload(10_000) / (CLIENTS * THREADS);
        for (int i = 0; i < CLIENTS; i++) {
            DistributedLock lock = client().lock(name);
            crew.start(THREADS, () -> {
                for (int round = 0; round < each; round++) {
                    Hold hold = lock.acquire();
                    see(hold.token(), "one owner after another");
                    hold.close();
                }
            });
        }
        crew.finish();
    }

    @Test
    void tokensGrowOverThreadsOfTheLockView() throws Exception {
        String name = freshName();
        int each = workload(200);
        for (int i = 0; i < CLIENTS; i++) {
            DistributedLock lock = client().lock(name);
            crew.start(() -> {
                for (int round = 0; round < each; round++) {
                    lock.lock();
                    see(lock.token(), "one thread after another");
                    lock.unlock();
                }
            });
        }
        crew.finish();
    }

    @Test
    void tokensGrowOverExpiry() throws Exception {
        String name = freshName();
        SpiClient dead = spi();
        see(dead.take(dead.request(name, shortLease())), "the first owner");
        SpiClient next = spi();
        Acquisition waits = next.patient(name, longLease());
        see(next.take(waits), "an expiry");
        next.release(waits);
    }

    @Test
    void tokensGrowWhenNobodyHasUsedTheNameInBetween() throws Exception {
        String name = freshName();
        for (int i = 0; i < 20; i++) {
            try (LockClient locks = LockClient.builder().backend(kit.openBackend()).build()) {
                Hold hold = locks.lock(name).acquire();
                see(hold.token(), "the name was idle and its client closed");
                hold.close();
            }
        }
    }

    @Test
    @Requires(Capability.FORCE_RELEASE)
    void tokensGrowOverForceRelease() throws Exception {
        String name = freshName();
        LockClient operator = client();
        DistributedLock lock = client().lock(name);
        for (int i = 0; i < 5; i++) {
            Hold hold = lock.tryAcquire(patience.presence()).orElseThrow();
            see(hold.token(), "a force release");
            assertTrue(operator.forceRelease(name), "force release of a held lock");
            patience.until("the hold is told of the break, or another gets the lock", () -> !hold.isValid() || isFree(operator, name));
        }
    }

    private boolean isFree(LockClient locks, String name) {
        var hold = locks.lock(name).tryAcquire();
        hold.ifPresent(taken -> {
            see(taken.token(), "a force release");
            taken.close();
        });
        return hold.isPresent();
    }

    private void see(long token, String after) {
        assertTrue(token > largest, () -> "token " + token + " is not larger than " + largest + ", after: " + after);
        largest = token;
    }
}
