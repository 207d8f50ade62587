package io.holdfast.lock.internal;

import io.holdfast.lock.LockListener;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a client can set besides the options of its locks.
 *
 * @param answerLimit how long a caller waits for a sign of life from the backend
 * @param handOffTimes how often a grant may pass on inside the client
 * @param handOffTime for how long a grant may pass on inside the client
 * @param listener hears events, or null
 * @param callbackExecutor runs user code, or null for a pool of the engine's own
 * @param timeline time and timer, or null for the real ones
 */
public record EngineConfig(
        Duration answerLimit,
        int handOffTimes,
        Duration handOffTime,
        @Nullable LockListener listener,
        @Nullable Executor callbackExecutor,
        @Nullable Timeline timeline) {

    public EngineConfig {
        if (answerLimit.isNegative() || answerLimit.isZero()) {
            throw new IllegalArgumentException("answerLimit must be positive, not " + answerLimit);
        }
        if (handOffTimes < 0 || handOffTimes > Lease.MAX_HAND_OFFS) {
            throw new IllegalArgumentException("hand-off times must be 0 to " + Lease.MAX_HAND_OFFS + ", not " + handOffTimes);
        }
        if (handOffTime.isNegative()) {
            throw new IllegalArgumentException("hand-off time must not be negative, but is " + handOffTime);
        }
    }

    public static EngineConfig defaults() {
        return new EngineConfig(Duration.ofSeconds(10), Lease.MAX_HAND_OFFS, Duration.ofMillis(100), null, null, null);
    }

    public EngineConfig withAnswerLimit(Duration limit) {
        return new EngineConfig(limit, handOffTimes, handOffTime, listener, callbackExecutor, timeline);
    }

    public EngineConfig withHandOff(int times, Duration time) {
        return new EngineConfig(answerLimit, times, time, listener, callbackExecutor, timeline);
    }

    public EngineConfig withListener(LockListener newListener) {
        return new EngineConfig(answerLimit, handOffTimes, handOffTime, newListener, callbackExecutor, timeline);
    }

    public EngineConfig withCallbackExecutor(Executor executor) {
        return new EngineConfig(answerLimit, handOffTimes, handOffTime, listener, executor, timeline);
    }

    public EngineConfig withTimeline(Timeline newTimeline) {
        return new EngineConfig(answerLimit, handOffTimes, handOffTime, listener, callbackExecutor, newTimeline);
    }
}
