package io.holdfast.lock.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.HoldState;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockClosedException;
import io.holdfast.lock.LockLostException;
import io.holdfast.lock.LossReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class EngineCloseTest {
    @Test
    void everyWaiterIsWokenWithAClearException() throws Exception {
        ManualEngine manual = new ManualEngine();
        manual.otherLock("a").acquire();
        List<CompletableFuture<Hold>> waiters = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiters.add(manual.lock("a").acquireAsync());
        }
        manual.engine.close();
        for (CompletableFuture<Hold> waiter : waiters) {
            Throwable cause = assertThrows(CompletionException.class, waiter::join).getCause();
            LockClosedException closed = assertInstanceOf(LockClosedException.class, cause);
            assertEquals("a", closed.lockName());
        }
        assertEquals(0, manual.other.inspect("a").waiters());
        manual.other.close();
    }

    @Test
    void ownersAreToldBeforeAnybodyElseCanHaveTheLock() throws Exception {
        ManualEngine manual = new ManualEngine();
        Hold hold = manual.lock("a").acquire();
        List<Boolean> heldWhenTold = new ArrayList<>();
        hold.onLost(reason -> heldWhenTold.add(manual.other.inspect("a").isHeld()));
        manual.engine.close();
        assertEquals(List.of(true), heldWhenTold);
        assertFalse(manual.other.inspect("a").isHeld());
        assertEquals(HoldState.LOST, hold.state());
        assertEquals(LossReason.CLIENT_CLOSED, assertThrows(LockLostException.class, hold::close).reason());
        manual.other.close();
        assertEquals(0, manual.memory.size());
    }

    @Test
    void useAfterCloseIsRefused() {
        LockClient client = LockClient.connect("mem:use-after-close");
        client.close();
        client.close();
        assertThrows(LockClosedException.class, () -> client.lock("a").acquire());
        assertThrows(LockClosedException.class, () -> client.lock("a").tryAcquire());
        assertThrows(LockClosedException.class, () -> client.lock("a").acquireAsync());
        assertThrows(LockClosedException.class, () -> client.lock("a").lock());
        assertThrows(LockClosedException.class, () -> client.inspect("a"));
        assertThrows(LockClosedException.class, () -> client.forceRelease("a"));
    }

    @Test
    void blockedThreadsAreWokenAndNoThreadIsLeft() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        LockClient holder = LockClient.connect("mem:close-wakes");
        LockClient client = LockClient.connect("mem:close-wakes");
        Hold held = holder.lock("a").acquire();
        CountDownLatch started = new CountDownLatch(8);
        List<Future<Hold>> blocked = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            blocked.add(threads.submit(() -> {
                started.countDown();
                return client.lock("a").acquire();
            }));
        }
        assertTrue(started.await(10, TimeUnit.SECONDS));
        client.close();
        for (Future<Hold> thread : blocked) {
            Exception ended = assertThrows(Exception.class, () -> thread.get(10, TimeUnit.SECONDS));
            assertInstanceOf(LockClosedException.class, ended.getCause());
        }
        held.close();
        holder.close();
        threads.shutdown();
        assertTrue(threads.awaitTermination(10, TimeUnit.SECONDS));
    }
}
