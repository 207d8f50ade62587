package io.holdfast.lock.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallbacksTest {
    @Test
    void callbacksThatBlockDoNotHoldUpOthers() throws Exception {
        CountDownLatch freed = new CountDownLatch(1);
        try (Callbacks callbacks = new Callbacks(null, "callbacks-test")) {
            for (int i = 0; i < 32; i++) {
                callbacks.execute(() -> awaitQuietly(freed));
            }
            CompletableFuture<String> another = new CompletableFuture<>();
            callbacks.execute(() -> another.complete("ran"));
            assertEquals("ran", another.get(10, TimeUnit.SECONDS));
            freed.countDown();
        }
    }

    @Test
    void whatAFullExecutorRefusesRunsElsewhereAndNeverOnTheCallersThread() throws Exception {
        Callbacks callbacks = new Callbacks(task -> {
            throw new RejectedExecutionException("full");
        }, "unused");
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        callbacks.execute(() -> ran.complete(Thread.currentThread()));
        assertNotEquals(Thread.currentThread(), ran.get(10, TimeUnit.SECONDS));
    }

    @Test
    void burstQueuesInsteadOfStartingAThreadEach() throws Exception {
        CountDownLatch all = new CountDownLatch(5_000);
        try (Callbacks callbacks = new Callbacks(null, "burst-test")) {
            for (int i = 0; i < 5_000; i++) {
                callbacks.execute(all::countDown);
            }
            assertTrue(all.await(10, TimeUnit.SECONDS));
        }
    }

    /** A listener or log that blocks must not keep the timer from renewing the other locks. */
    @Test
    void lateRenewalsAndLossesAreNotToldOnTheTimer() throws Exception {
        ManualEngine manual = new ManualEngine();
        List<Runnable> kept = new ArrayList<>();
        List<LockEvent> heard = new ArrayList<>();
        EngineConfig config = EngineConfig.defaults().withTimeline(manual.time).withCallbackExecutor(kept::add).withListener(heard::add);
        Engine engine = new Engine(manual.backend, config);
        Hold hold = engine.lock("a", ManualEngine.OPTIONS).acquire();
        heard.clear();
        manual.backend.renewals = FlakyBackend.Network.REQUEST_LOST;
        manual.time.advance(Duration.ofSeconds(60));
        assertEquals(List.of(), heard, "told on the timer's thread");
        kept.forEach(Runnable::run);
        assertEquals(List.of(LockEvent.RenewalLate.class, LockEvent.Lost.class), heard.stream().map(Object::getClass).toList());
        assertEquals(Duration.ZERO, hold.remaining());
        engine.close();
        manual.other.close();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
