package io.holdfast.lock.tck.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A lock server, and processes that use it while they are stopped and killed and the server restarts, all in a time of its own.
 * The locks are correct, except for one mistake at one moment if there is to be one. Half of the locks are fair.
 */
final class HistorySimulator {
    static final Checks CHECKS = new Checks(Duration.ofMillis(5), Duration.ofMillis(20));

    private static final int LOCKS = 4;
    private static final int PROCESSES = 4;
    private static final int THREADS = 4;
    private static final long MILLI = 1_000_000;
    private static final long LEASE = 100 * MILLI;

    private final Random random;
    private final Bug bug;
    private final long attempts;

    // Mutable state, of one thread.
    private final History history = new History();
    private final PriorityQueue<Task> tasks = new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::number));
    private final List<Lock> locks = new ArrayList<>();
    private final List<Member> members = new ArrayList<>();
    private long now;
    private long scheduled;
    private long begun;
    private long serverDownUntil;
    private boolean bugIsOut;

    private HistorySimulator(long seed, long attempts, Bug bug) {
        this.random = new Random(seed);
        this.attempts = attempts;
        this.bug = bug;
    }

    /** What the server does wrong, once. */
    enum Bug {
        NONE(null),
        DOUBLE_GRANT(Violation.Kind.OVERLAP),
        TOKEN_REUSE(Violation.Kind.TOKEN_ORDER),
        LOST_WAITER(Violation.Kind.UNANSWERED),
        QUEUE_JUMP(Violation.Kind.FIFO);

        private final Violation.@Nullable Kind kind;

        Bug(Violation.@Nullable Kind kind) {
            this.kind = kind;
        }

        /** As what it has to be found. */
        Violation.@Nullable Kind kind() {
            return kind;
        }
    }

    /** A correct server under faults of all kinds. */
    static History rough(long seed, long attempts) {
        HistorySimulator simulator = new HistorySimulator(seed, attempts, Bug.NONE);
        simulator.at(50 * MILLI, simulator::harm);
        return simulator.run();
    }

    /** No fault but one mistake, so that nothing excuses it. */
    static History wrong(long seed, long attempts, Bug bug) {
        HistorySimulator simulator = new HistorySimulator(seed, attempts, bug);
        History history = simulator.run();
        if (!simulator.bugIsOut) {
            throw new IllegalStateException(bug + " never came up with seed " + seed);
        }
        return history;
    }

    private History run() {
        for (int i = 0; i < LOCKS; i++) {
            locks.add(new Lock("lock-" + i, i % 2 == 0));
        }
        for (int i = 0; i < PROCESSES; i++) {
            members.add(new Member("p" + i));
        }
        members.forEach(Member::start);
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            now = task.at;
            task.action.run();
        }
        return history;
    }

    private boolean goesOn() {
        return begun < attempts;
    }

    private void harm() {
        Member member = members.get(random.nextInt(PROCESSES));
        switch (random.nextInt(4)) {
            case 0 -> member.kill();
            case 1 -> restartServer();
            default -> member.pause(millis(1, 250));
        }
        if (goesOn()) {
            at(now + millis(1, 300), this::harm);
        }
    }

    /** Requests wait until it is back, and the waiters come back in any order. */
    private void restartServer() {
        if (serverDownUntil > now) {
            return;
        }
        serverDownUntil = now + millis(1, 50);
        history.add(new Event.FaultBegan(now, Event.SERVER, "restart", ""));
        locks.forEach(lock -> Collections.shuffle(lock.queue, random));
        at(serverDownUntil, () -> history.add(new Event.FaultEnded(now, Event.SERVER, "restart")));
    }

    private void at(long time, Runnable action) {
        tasks.add(new Task(time, scheduled++, action));
    }

    private void onServer(long delay, Runnable action) {
        at(now + delay, () -> {
            if (serverDownUntil > now) {
                onServer(serverDownUntil - now, action);
            } else {
                action.run();
            }
        });
    }

    private long millis(int from, int to) {
        return from * MILLI + (long) (random.nextDouble() * (to - from) * MILLI);
    }

    private long latency() {
        return millis(0, 3) / 2;
    }

    private boolean bugComesOut(Bug one, boolean noticeable) {
        boolean comesOut = bug == one && !bugIsOut && noticeable;
        bugIsOut |= comesOut;
        return comesOut;
    }

    private record Task(long at, long number, Runnable action) {}

    /** A lock on the server. */
    private final class Lock {
        private final String name;
        private final boolean fair;
        private final List<Asker> queue = new ArrayList<>();
        private @Nullable Asker holder;
        private long token;
        private long tokenTold;

        Lock(String name, boolean fair) {
            this.name = name;
            this.fair = fair;
        }

        void arrive(Asker asker) {
            if (asker.isGone() || bugComesOut(Bug.LOST_WAITER, asker.limit.isEmpty())) {
                return;
            }
            boolean twice = holder != null && holder.endsAt > now + 15 * MILLI && asker.limit.isEmpty();
            if (bugComesOut(Bug.DOUBLE_GRANT, twice)) {
                grant(asker);
                return;
            }
            queue.add(fair ? queue.size() : random.nextInt(queue.size() + 1), asker);
            serve();
        }

        void leave(Asker asker) {
            queue.remove(asker);
            if (holder == asker) {
                holder = null;
                serve();
            }
        }

        /** One that is stopped can't be reached: it loses its place. */
        private void serve() {
            for (int skipped = 0; skipped < queue.size() && queue.get(0).member.isPaused(); skipped++) {
                queue.add(queue.remove(0));
            }
            if (holder == null && !queue.isEmpty()) {
                Asker next = queue.remove(jumps() ? queue.size() - 1 : 0);
                holder = next;
                grant(next);
                onServer(LEASE, () -> leave(next));
            }
        }

        private boolean jumps() {
            Asker first = queue.get(0);
            Asker last = queue.get(queue.size() - 1);
            boolean settled = last.requested - first.requested > CHECKS.settle().toNanos();
            return bugComesOut(Bug.QUEUE_JUMP, fair && settled && first.limit.isEmpty() && last.limit.isEmpty());
        }

        private void grant(Asker asker) {
            boolean noticeable = tokenTold == token && token > 0 && asker.limit.isEmpty();
            token += bugComesOut(Bug.TOKEN_REUSE, noticeable) ? 0 : 1;
            long given = token;
            long deadline = now + LEASE - MILLI;
            asker.member.later(latency(), () -> asker.granted(given, deadline));
        }
    }

    /** A process. What it was about to do waits while it is stopped, and never happens once it is killed. */
    private final class Member {
        private final String name;
        private long life;
        private long next;
        private long pausedUntil;

        Member(String name) {
            this.name = name;
        }

        void start() {
            for (int i = 0; i < THREADS; i++) {
                think();
            }
        }

        void later(long delay, Runnable action) {
            long sameLife = life;
            at(now + delay, () -> {
                if (life == sameLife && isPaused()) {
                    later(pausedUntil - now, action);
                } else if (life == sameLife) {
                    action.run();
                }
            });
        }

        boolean isPaused() {
            return pausedUntil > now;
        }

        void pause(long time) {
            if (!isPaused()) {
                pausedUntil = now + time;
                history.add(new Event.FaultBegan(now, name, Event.PAUSE, ""));
                at(pausedUntil, () -> history.add(new Event.FaultEnded(now, name, Event.PAUSE)));
            }
        }

        void kill() {
            life++;
            history.add(new Event.Killed(now, name));
            locks.forEach(lock -> lock.queue.removeIf(Asker::isGone));
            // A new process, a moment later.
            now++;
            start();
        }

        void think() {
            if (goesOn()) {
                later(millis(0, 20), () -> new Asker(this).ask());
            }
        }
    }

    /** One attempt. */
    private final class Asker {
        private final Member member;
        private final long life;
        private final long id;
        private final Lock lock = locks.get(random.nextInt(LOCKS));
        private final Optional<Duration> limit = random.nextInt(3) == 0 ? Optional.of(Duration.ofNanos(millis(1, 60))) : Optional.empty();
        private final long requested = now;
        private boolean answered;
        private boolean gaveUp;
        private long endsAt;

        Asker(Member member) {
            this.member = member;
            this.life = member.life;
            this.id = member.next++;
        }

        boolean isGone() {
            return gaveUp || life != member.life;
        }

        void ask() {
            begun++;
            history.add(new Event.Requested(now, member.name, id, lock.name, lock.fair, limit));
            onServer(latency(), () -> lock.arrive(this));
            limit.ifPresent(time -> member.later(time.toNanos(), this::giveUp));
        }

        void granted(long token, long deadline) {
            if (gaveUp) {
                return;
            }
            answered = true;
            lock.tokenTold = token;
            history.add(new Event.Granted(now, member.name, id, token));
            if (now < deadline) {
                history.add(new Event.Valid(now, member.name, id, now));
            }
            long told = now;
            long time = millis(1, 30);
            endsAt = now + time;
            member.later(time, () -> finish(told, deadline));
        }

        private void giveUp() {
            if (!answered) {
                gaveUp = true;
                lock.leave(this);
                history.add(new Event.Refused(now, member.name, id));
                member.think();
            }
        }

        private void finish(long told, long deadline) {
            if (now < deadline) {
                history.add(new Event.Valid(told, member.name, id, now));
                history.add(new Event.Releasing(now, member.name, id));
                onServer(latency(), () -> lock.leave(this));
                member.later(millis(3, 4), () -> closed(new Event.Released(now, member.name, id)));
            } else {
                history.add(new Event.Lost(now, member.name, id));
                history.add(new Event.Releasing(now, member.name, id));
                closed(new Event.ReleaseLost(now, member.name, id));
            }
        }

        private void closed(Event event) {
            history.add(event);
            member.think();
        }
    }
}
