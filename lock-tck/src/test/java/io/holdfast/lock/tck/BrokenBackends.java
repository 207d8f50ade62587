package io.holdfast.lock.tck;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.AcquisitionId;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockSnapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** One wrong step each, of those that stores and their drivers really make. */
final class BrokenBackends {
    private BrokenBackends() {}

    /** Speaks of another name than it was asked for. */
    static class Renaming extends BackendDecorator {
        private final UnaryOperator<String> rename;

        Renaming(LockBackend real, UnaryOperator<String> rename) {
            super(real);
            this.rename = rename;
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            return super.acquire(renamed(acquisition), events);
        }

        @Override
        public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
            return super.renew(grants.stream().map(this::renamed).toList());
        }

        @Override
        public CompletionStage<Answer> release(Acquisition acquisition) {
            return super.release(renamed(acquisition));
        }

        @Override
        public CompletionStage<LockSnapshot> inspect(String name) {
            return super.inspect(rename.apply(name));
        }

        @Override
        public CompletionStage<Answer> forceRelease(String name) {
            return super.forceRelease(rename.apply(name));
        }

        private Acquisition renamed(Acquisition acquisition) {
            return withName(acquisition, rename.apply(acquisition.name()));
        }
    }

    /** G1: every other connection talks to another server. */
    static final class SplitBrain extends Renaming {
        private static final AtomicInteger CONNECTIONS = new AtomicInteger();

        SplitBrain(LockBackend real) {
            this(real, CONNECTIONS.incrementAndGet() % 2);
        }

        private SplitBrain(LockBackend real, int half) {
            super(real, name -> half + name);
        }
    }

    /** G2: deletes the key without looking whose it is. */
    static final class ReleasesWhateverIsHeld extends BackendDecorator {
        ReleasesWhateverIsHeld(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<Answer> release(Acquisition acquisition) {
            return super.release(acquisition).thenCompose(
                    answer -> answer == Answer.YES ? completedFuture(answer) : super.forceRelease(acquisition.name()));
        }
    }

    /** G3: forgets what it has just granted, so there is nothing to enter a second time and nothing to unlock. */
    static final class ForgetsAtOnce extends BackendDecorator {
        ForgetsAtOnce(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            return super.acquire(acquisition, events).whenComplete((outcome, error) -> super.release(acquisition));
        }
    }

    /** G4 with a day, G6 with less than was asked for. In both cases nobody is told. */
    static final class OtherLease extends BackendDecorator {
        private final UnaryOperator<Duration> change;

        OtherLease(LockBackend real, UnaryOperator<Duration> change) {
            super(real);
            this.change = change;
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            return super.acquire(withLease(acquisition, change.apply(acquisition.lease())), new DeafToLoss(events))
                    .thenApply(outcome -> outcome instanceof AcquireOutcome.Granted granted
                            ? new AcquireOutcome.Granted(granted.token(), granted.since(), acquisition.lease()) : outcome);
        }
    }

    private record DeafToLoss(AcquisitionEvents events) implements AcquisitionEvents {
        @Override
        public void waiting() {
            events.waiting();
        }

        @Override
        public void lost() {}
    }

    /** G5: says yes to every renewal, and renews nothing. */
    static final class RenewsNothing extends BackendDecorator {
        RenewsNothing(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
            return completedFuture(grants.stream().map(grant -> Answer.YES).toList());
        }
    }

    /** G7: the counter is lost with the key, so it starts anew each time. */
    static final class SameToken extends BackendDecorator {
        SameToken(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            return super.acquire(acquisition, events)
                    .thenApply(outcome -> outcome instanceof AcquireOutcome.Granted granted
                            ? new AcquireOutcome.Granted(1, granted.since(), granted.lease()) : outcome);
        }
    }

    /** G8: the message to the waiter gets lost. */
    static final class LosesWakeUps extends BackendDecorator {
        LosesWakeUps(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            CompletableFuture<AcquireOutcome> outcome = super.acquire(acquisition, events).toCompletableFuture();
            return outcome.isDone() ? outcome : new CompletableFuture<>();
        }
    }

    /** G8: every release is broadcast, and every waiter asks again. */
    static final class WakesTheHerd extends BackendDecorator {
        private final Set<CompletableFuture<AcquireOutcome>> herd;

        WakesTheHerd(LockBackend real, Set<CompletableFuture<AcquireOutcome>> herd) {
            super(real);
            this.herd = herd;
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            CompletableFuture<AcquireOutcome> outcome = super.acquire(acquisition, events).toCompletableFuture().copy();
            herd.add(outcome);
            return outcome;
        }

        @Override
        public CompletionStage<Answer> release(Acquisition acquisition) {
            CompletionStage<Answer> answer = super.release(acquisition);
            herd.forEach(outcome -> outcome.complete(new AcquireOutcome.Unknown(new IllegalStateException("ask again"))));
            herd.clear();
            return answer;
        }
    }

    /** G10: a waiter that leaves stays in line. */
    static final class IgnoresWithdrawal extends BackendDecorator {
        private final Set<AcquisitionId> granted = ConcurrentHashMap.newKeySet();

        IgnoresWithdrawal(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            return super.acquire(acquisition, events).whenComplete((outcome, error) -> granted.add(acquisition.id()));
        }

        @Override
        public CompletionStage<Answer> release(Acquisition acquisition) {
            return granted.contains(acquisition.id()) ? super.release(acquisition) : completedFuture(Answer.NO);
        }
    }

    /** G11: counts re-entry on the server, and takes a repeated request for one. */
    static final class CountsRepeatedRequests extends BackendDecorator {
        private final Map<AcquisitionId, Integer> counts = new ConcurrentHashMap<>();

        CountsRepeatedRequests(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            counts.merge(acquisition.id(), 1, Integer::sum);
            return super.acquire(acquisition, events);
        }

        @Override
        public CompletionStage<Answer> release(Acquisition acquisition) {
            int left = counts.merge(acquisition.id(), -1, Integer::sum);
            return left > 0 ? completedFuture(Answer.YES) : super.release(acquisition);
        }
    }

    /** G12: the parent node, the counter or the row of a name stays for ever. */
    static final class KeepsAKeyPerName extends BackendDecorator {
        KeepsAKeyPerName(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            super.acquire(withLease(withName(acquisition, "parent of " + acquisition.name()), Duration.ofDays(1)), events);
            return super.acquire(acquisition, events);
        }
    }

    /** G14: what is not a yes is a no. */
    static final class TakesErrorsForNo extends BackendDecorator {
        TakesErrorsForNo(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            return super.acquire(acquisition, events).exceptionally(error -> AcquireOutcome.REFUSED)
                    .thenApply(outcome -> outcome instanceof AcquireOutcome.Failed ? AcquireOutcome.REFUSED : outcome);
        }

        @Override
        public CompletionStage<Answer> release(Acquisition acquisition) {
            return super.release(acquisition).exceptionally(error -> Answer.NO);
        }
    }

    /** G15: a thread for each waiter, because the driver blocks. */
    static final class BlocksAThreadPerWaiter extends BackendDecorator {
        BlocksAThreadPerWaiter(LockBackend real) {
            super(real);
        }

        @Override
        public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
            CompletableFuture<AcquireOutcome> outcome = super.acquire(acquisition, events).toCompletableFuture();
            if (!outcome.isDone()) {
                Thread blocked = new Thread(outcome::join, "blocked-by-driver");
                blocked.setDaemon(true);
                blocked.start();
            }
            return outcome;
        }
    }

    /** Not wrong, only modest: can do nothing that is optional. */
    static final class WithoutCapabilities extends BackendDecorator {
        WithoutCapabilities(LockBackend real) {
            super(real);
        }

        @Override
        public BackendInfo info() {
            BackendInfo info = super.info();
            return new BackendInfo("modest", info.address(), info.version(), Set.of(), info.minLease(), info.maxLease());
        }
    }
}
