package io.holdfast.lock.redis;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks from time to time how the waiting claims of a client stand, many in one script. The message of a grant normally comes
 * first; asking is for the rest: it tells the server that the client lives, finds grants whose message was lost, and takes over
 * the lock of an owner that died, at the moment its lease ends. One timer, armed for the earliest need.
 */
final class Lookout {
    private static final System.Logger LOG = System.getLogger("io.holdfast.lock.redis");
    /** The scripts count a client as dead that has not asked for seven seconds. */
    private static final long LONGEST_INTERVAL = Duration.ofSeconds(2).toNanos();
    /** A key is gone in the millisecond after its last. */
    private static final long AFTER_EXPIRY = Duration.ofMillis(2).toNanos();
    /** Who is due so soon goes along with those who are due now. */
    private static final long TOGETHER = Duration.ofMillis(20).toNanos();
    /** So that no script keeps the server from others for much longer than a millisecond. */
    private static final int BATCH = 200;

    private final RedisTransport transport;
    private final Answers answers;

    private final Set<Claim> waiting = ConcurrentHashMap.newKeySet();

    // Mutable state, guarded by this
    private boolean armed;
    private long wakeAt;
    private long ticks;

    /** Takes what the server says about one claim. */
    interface Answers {
        /** The answer of {@code acquire.lua} for this claim. */
        void take(Claim claim, long sentAt, long reply);

        void fail(Claim claim, Throwable error);
    }

    Lookout(RedisTransport transport, Answers answers) {
        this.transport = transport;
        this.answers = answers;
    }

    /** The server has the claim in line, behind an owner whose lease has this long to go. */
    void watch(Claim claim, long ownerMillisLeft) {
        long interval = Math.min(LONGEST_INTERVAL, claim.acquisition().lease().toNanos() / 3);
        long expiry = Duration.ofMillis(ownerMillisLeft).toNanos() + AFTER_EXPIRY;
        long time = System.nanoTime() + Math.min(interval, expiry);
        claim.lookAt(time);
        waiting.add(claim);
        wakeBy(time);
    }

    void forget(Claim claim) {
        waiting.remove(claim);
    }

    Collection<Claim> waiting() {
        return waiting;
    }

    /** Asks for all now: messages may have been lost. */
    void lookAtAll() {
        look(List.copyOf(waiting));
    }

    private synchronized void wakeBy(long time) {
        if (!armed || time - wakeAt < 0) {
            armed = true;
            wakeAt = time;
            long number = ++ticks;
            transport.after(Duration.ofNanos(Math.max(0, time - System.nanoTime())), () -> tick(number));
        }
    }

    /** @param number of the timer that calls; one that an earlier need has replaced does nothing */
    private void tick(long number) {
        synchronized (this) {
            if (number != ticks) {
                return;
            }
            armed = false;
        }
        long soon = System.nanoTime() + TOGETHER;
        try {
            look(waiting.stream().filter(claim -> claim.lookAt() - soon <= 0).toList());
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "The lookout stumbled and goes on", e);
        }
        waiting.stream().mapToLong(claim -> claim.lookAt() - soon).min().ifPresent(next -> wakeBy(soon + next));
    }

    private void look(List<Claim> due) {
        long now = System.nanoTime();
        // Asked and not answered yet: the transport lets no question stay without an answer for so long.
        due.forEach(claim -> claim.lookAt(now + 10 * LONGEST_INTERVAL));
        Batches.of(due, transport, claim -> claim.keys().bucket(), BATCH).forEach(this::send);
    }

    private void send(List<Claim> batch) {
        String[] keys = new String[3 * batch.size()];
        String[] args = new String[3 * batch.size()];
        for (int i = 0; i < batch.size(); i++) {
            Claim claim = batch.get(i);
            keys[3 * i] = claim.keys().lock();
            keys[3 * i + 1] = claim.keys().line();
            keys[3 * i + 2] = claim.keys().mark();
            args[3 * i] = claim.id();
            args[3 * i + 1] = claim.ticket();
            args[3 * i + 2] = claim.leaseMillis();
        }
        long sentAt = System.nanoTime();
        transport.run(Script.LOOK, batch.get(0).keys().bucket(), keys, args)
                .whenComplete((replies, error) -> answered(batch, sentAt, replies, error));
    }

    private void answered(List<Claim> batch, long sentAt, @Nullable String replies, @Nullable Throwable error) {
        String[] reply = replies == null ? new String[0] : replies.split(" ");
        for (int i = 0; i < batch.size(); i++) {
            if (i < reply.length) {
                answers.take(batch.get(i), sentAt, Long.parseLong(reply[i]));
            } else {
                answers.fail(batch.get(i), error != null ? error : new IllegalStateException("the server answered for fewer claims"));
            }
        }
    }
}
