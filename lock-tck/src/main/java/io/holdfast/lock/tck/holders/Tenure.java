package io.holdfast.lock.tck.holders;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockException;
import io.holdfast.lock.LockLostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One acquisition from its request to its end, by one thread. While it holds the lock it does what protected work should do: before
 * every step it asks whether the hold is valid, and writes down when it was told so.
 */
final class Tenure {
    /** A step of work, and how often a claim is told: what a killed process claimed since then is not known. */
    private static final long STEP = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long TELL = TimeUnit.MILLISECONDS.toNanos(20);

    private final LockClient client;
    private final TakeOrder order;
    private final Voice voice;

    Tenure(LockClient client, TakeOrder order, Voice voice) {
        this.client = client;
        this.order = order;
        this.voice = voice;
    }

    /**
     * Blocks until all is over.
     *
     * @param works whether the work goes on at that time; a hold that is lost before is closed when this says no, not earlier
     */
    void run(LongPredicate works) {
        Hold hold = take();
        if (hold != null) {
            work(hold, works);
            release(hold);
        }
    }

    private @Nullable Hold take() {
        voice.requested(order);
        try {
            Optional<Hold> hold = ask(client.lock(order.name(), order.options()));
            if (hold.isEmpty()) {
                voice.refused(order.id());
                return null;
            }
            // First who has it, then what becomes of it.
            voice.granted(order.id(), hold.get().token());
            hold.get().onLost(reason -> voice.lost(order.id()));
            return hold.get();
        } catch (LockException | InterruptedException failed) {
            voice.failed(order.id(), failed);
            return null;
        }
    }

    private Optional<Hold> ask(DistributedLock lock) throws InterruptedException {
        if (order.limit().isEmpty()) {
            return Optional.of(lock.acquire());
        }
        Duration limit = order.limit().get();
        return limit.isZero() ? lock.tryAcquire() : lock.tryAcquire(limit);
    }

    private void work(Hold hold, LongPredicate works) {
        Claim claim = new Claim();
        for (long now = System.nanoTime(); works.test(now); now = System.nanoTime()) {
            if (hold.isValid()) {
                claim.add(now);
            }
            LockSupport.parkNanos(STEP);
        }
        claim.tell();
    }

    private void release(Hold hold) {
        voice.releasing(order.id());
        try {
            hold.close();
            voice.released(order.id());
        } catch (LockLostException lost) {
            voice.releaseLost(order.id());
        }
    }

    /** The time over which the hold said that it was valid. The first moment is told at once, the rest from time to time. */
    private final class Claim {
        private long from;
        private long to;
        private long told;
        private boolean any;

        void add(long now) {
            from = any ? from : now;
            to = now;
            if (!any || now - told >= TELL) {
                tell(now);
            }
            any = true;
        }

        void tell() {
            if (any) {
                tell(to);
            }
        }

        private void tell(long now) {
            told = now;
            voice.valid(order.id(), from, to);
        }
    }
}
