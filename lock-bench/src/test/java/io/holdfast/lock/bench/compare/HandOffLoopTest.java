package io.holdfast.lock.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HandOffLoopTest {
    private static final long MILLISECOND = TimeUnit.MILLISECONDS.toNanos(1);

    @TempDir
    private Path directory;

    private final ReentrantLock lock = new ReentrantLock();

    @Test
    void unfairLockIsHandedToAndFroAllTheSame() throws Exception {
        HandOffLoop first = loop(0);
        HandOffLoop second = loop(1);
        Window window = new Window(System.nanoTime(), 500 * MILLISECOND, 0);
        CompletableFuture<Void> both = CompletableFuture.allOf(run(first, window), run(second, window));
        window.awaitEnd();
        both.get(1, TimeUnit.MINUTES);

        assertTrue(first.samples().length > 0 && second.samples().length > 0,
                first.samples().length + " and " + second.samples().length + " hand-offs");
        assertTrue(LongStream.concat(LongStream.of(first.samples()), LongStream.of(second.samples())).allMatch(time -> time > 0));
        assertEquals(first.pairs() + second.pairs(), Guard.total(memory(), 1));
    }

    private HandOffLoop loop(int me) throws IOException {
        Session.ThreadLock threadLock = new Session.ThreadLock() {
            @Override
            public void acquire() {
                lock.lock();
            }

            @Override
            public void release() {
                lock.unlock();
            }
        };
        return new HandOffLoop(threadLock, new Guard(memory(), 0, me + 1), memory(), Guard.slots(1), me);
    }

    private static CompletableFuture<Void> run(HandOffLoop loop, Window window) {
        return CompletableFuture.runAsync(() -> {
            try {
                loop.run(window);
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }, runnable -> new Thread(runnable).start());
    }

    private SharedMemory memory() throws IOException {
        return SharedMemory.open(directory.resolve("memory"));
    }
}
