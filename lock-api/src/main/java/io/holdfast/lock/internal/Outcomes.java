package io.holdfast.lock.internal;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Answer;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Finds the cause in what a backend answered when it did not answer. */
final class Outcomes {
    private Outcomes() {}

    static Throwable cause(@Nullable AcquireOutcome outcome, @Nullable Throwable error) {
        if (outcome instanceof AcquireOutcome.Unknown unknown) {
            return unwrap(unknown.cause());
        }
        return error != null ? unwrap(error) : new IllegalStateException("the backend broke off the wait: " + outcome);
    }

    static Throwable cause(@Nullable List<Answer> answers, @Nullable Throwable error) {
        if (answers != null && answers.size() == 1 && answers.get(0) instanceof Answer.Unknown unknown) {
            return unwrap(unknown.cause());
        }
        return error != null ? unwrap(error) : new IllegalStateException("the grant was gone before it could be used");
    }

    static Throwable cause(@Nullable Throwable error) {
        return error != null ? unwrap(error) : new IllegalStateException("the backend gave no answer");
    }

    static Throwable unwrap(Throwable error) {
        Throwable cause = error instanceof CompletionException ? error.getCause() : null;
        return cause == null ? error : cause;
    }
}
