package io.holdfast.lock.tck;

import static java.util.concurrent.CompletableFuture.completedFuture;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.LockBackend;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** G9: a stack where the queue should be. All connections share one; good for one name at a time. */
final class LastComeFirstServed extends BackendDecorator {
    /** Those who wait; the newest first. */
    static final class Stack {
        private final Deque<Waiting> waiting = new ArrayDeque<>();
    }

    private record Waiting(Acquisition acquisition, AcquisitionEvents events, CompletableFuture<AcquireOutcome> outcome) {}

    private final Stack stack;

    LastComeFirstServed(LockBackend real, Stack stack) {
        super(real);
        this.stack = stack;
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        synchronized (stack) {
            AcquireOutcome outcome = super.acquire(withoutWaiting(acquisition), events).toCompletableFuture().join();
            if (outcome instanceof AcquireOutcome.Granted || !acquisition.waits()) {
                return completedFuture(outcome);
            }
            Waiting waiting = new Waiting(acquisition, events, new CompletableFuture<>());
            stack.waiting.push(waiting);
            events.waiting();
            return waiting.outcome;
        }
    }

    @Override
    public CompletionStage<Answer> release(Acquisition acquisition) {
        synchronized (stack) {
            stack.waiting.removeIf(waiting -> waiting.acquisition.id().equals(acquisition.id())
                    && waiting.outcome.complete(AcquireOutcome.WITHDRAWN));
            CompletionStage<Answer> answer = super.release(acquisition);
            Waiting newest = stack.waiting.peek();
            if (newest != null && takeFor(newest)) {
                stack.waiting.remove(newest);
            }
            return answer;
        }
    }

    private boolean takeFor(Waiting next) {
        AcquireOutcome outcome = super.acquire(withoutWaiting(next.acquisition), next.events).toCompletableFuture().join();
        return outcome instanceof AcquireOutcome.Granted && next.outcome.completeAsync(() -> outcome) != null;
    }
}
