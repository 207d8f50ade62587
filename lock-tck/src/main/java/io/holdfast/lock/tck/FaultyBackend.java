package io.holdfast.lock.tck;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionEvents;
import io.holdfast.lock.spi.AcquisitionId;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockSnapshot;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

/** A bad network in front of a good backend. It also counts what passes through it. */
final class FaultyBackend implements LockBackend {
    static final String TROUBLE = "injected by the kit";

    private final LockBackend real;
    private final Map<Call, AtomicInteger> counts = new EnumMap<>(Call.class);

    // Mutable state; each is thread safe by itself
    private final Map<Call, Supplier<Fault>> plans = new ConcurrentHashMap<>();
    private final Set<AcquisitionId> confirmedWaits = ConcurrentHashMap.newKeySet();
    private final CountDownLatch gate = new CountDownLatch(1);
    private volatile Duration delay = Duration.ZERO;

    FaultyBackend(LockBackend real) {
        this.real = real;
        for (Call call : Call.values()) {
            counts.put(call, new AtomicInteger());
        }
    }

    /** The calls of the SPI that go to the server. */
    enum Call {
        ACQUIRE,
        RENEW,
        RELEASE,
        INSPECT,
        FORCE_RELEASE
    }

    /** Every such call meets the fault, until {@link #heal()}. */
    void always(Call call, Fault fault) {
        plans.put(call, () -> fault);
    }

    /** The next such call meets the fault, those after it do not. */
    void once(Call call, Fault fault) {
        AtomicReference<Fault> next = new AtomicReference<>(fault);
        plans.put(call, () -> next.getAndSet(Fault.NONE));
    }

    /** Each such call meets what the plan says at that moment. */
    void plan(Call call, Supplier<Fault> plan) {
        plans.put(call, plan);
    }

    /** Every reply to such a call comes late by this time. */
    void delay(Call call, Duration time) {
        delay = time;
        always(call, Fault.DELAY_REPLY);
    }

    void heal() {
        plans.clear();
        gate.countDown();
    }

    int calls(Call call) {
        return counts.get(call).get();
    }

    /** How many acquisitions the server has confirmed to be waiting in line, now or earlier. */
    int confirmedWaits() {
        return confirmedWaits.size();
    }

    @Override
    public BackendInfo info() {
        return real.info();
    }

    @Override
    public CompletionStage<AcquireOutcome> acquire(Acquisition acquisition, AcquisitionEvents events) {
        AcquisitionEvents counting = counting(acquisition.id(), events);
        return call(Call.ACQUIRE, () -> real.acquire(acquisition, counting), AcquireOutcome.Unknown::new, AcquireOutcome.Failed::new);
    }

    @Override
    public CompletionStage<List<Answer>> renew(List<Acquisition> grants) {
        return call(Call.RENEW, () -> real.renew(grants),
                cause -> grants.stream().map(grant -> Answer.unknown(cause)).toList());
    }

    @Override
    public CompletionStage<Answer> release(Acquisition acquisition) {
        return call(Call.RELEASE, () -> real.release(acquisition), Answer::unknown);
    }

    @Override
    public CompletionStage<LockSnapshot> inspect(String name) {
        return call(Call.INSPECT, () -> real.inspect(name));
    }

    @Override
    public CompletionStage<Answer> forceRelease(String name) {
        return call(Call.FORCE_RELEASE, () -> real.forceRelease(name), Answer::unknown);
    }

    @Override
    public void close() {
        real.close();
    }

    private <T> CompletionStage<T> call(Call call, Supplier<CompletionStage<T>> request) {
        return call(call, request, FaultyBackend::raise);
    }

    private <T> CompletionStage<T> call(Call call, Supplier<CompletionStage<T>> request, Function<Throwable, T> unknown) {
        return call(call, request, unknown, FaultyBackend::raise);
    }

    private <T> CompletionStage<T> call(
            Call call, Supplier<CompletionStage<T>> request, Function<Throwable, T> unknown, Function<Throwable, T> failed) {
        counts.get(call).incrementAndGet();
        return switch (plans.getOrDefault(call, () -> Fault.NONE).get()) {
            case NONE -> request.get();
            case LOSE_REQUEST -> answer(unknown);
            case LOSE_REPLY -> request.get().thenCompose(lost -> answer(unknown));
            case DELAY_REPLY -> request.get().thenCompose(this::late);
            case HANG -> new CompletableFuture<>();
            case BLOCK -> {
                standStill();
                yield request.get();
            }
            case FAIL -> answer(failed);
            case THROW -> throw new IllegalStateException(TROUBLE);
        };
    }

    private void standStill() {
        try {
            gate.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> CompletionStage<T> answer(Function<Throwable, T> answer) {
        return CompletableFuture.completedFuture(new IOException(TROUBLE)).thenApply(answer);
    }

    private <T> CompletionStage<T> late(T reply) {
        return CompletableFuture.supplyAsync(() -> reply, CompletableFuture.delayedExecutor(delay.toNanos(), TimeUnit.NANOSECONDS));
    }

    private static <T> T raise(Throwable cause) {
        throw new IllegalStateException(cause.getMessage(), cause);
    }

    private AcquisitionEvents counting(AcquisitionId id, AcquisitionEvents events) {
        return new AcquisitionEvents() {
            @Override
            public void waiting() {
                confirmedWaits.add(id);
                events.waiting();
            }

            @Override
            public void lost() {
                events.lost();
            }
        };
    }
}
