package io.holdfast.lock.internal;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Holder;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.LockException;
import io.holdfast.lock.LockInfo;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.Acquisition;
import io.holdfast.lock.spi.AcquisitionId;
import io.holdfast.lock.spi.Answer;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.Capability;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockMode;
import io.holdfast.lock.spi.LockSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One client's worth of locks: brings waiters to their lanes, and owns what all lanes share. */
public final class Engine implements AutoCloseable {
    private final LockBackend backend;
    private final BackendInfo info;
    private final boolean fencing;
    private final long answerLimit;
    private final int handOffTimes;
    private final long handOffTime;
    private final Timeline timeline;
    private final Callbacks callbacks;
    private final Telemetry telemetry;
    private final Releases releases;
    private final RenewalLoop renewals;
    private final ClientIdentity identity = new ClientIdentity();
    private final AcquisitionId.Source ids = new AcquisitionId.Source();
    private final ThreadLocal<ThreadHolds> threadHolds = ThreadLocal.withInitial(ThreadHolds::new);

    private final Lanes lanes = new Lanes(this);

    public Engine(LockBackend backend, EngineConfig config) {
        this.backend = new GuardedBackend(backend);
        this.info = backend.info();
        this.fencing = info.can(Capability.FENCING);
        this.answerLimit = config.answerLimit().toNanos();
        this.handOffTimes = config.handOffTimes();
        this.handOffTime = config.handOffTime().toNanos();
        Timeline given = config.timeline();
        this.timeline = given != null ? given : new SystemTimeline("holdfast-timer-" + identity.id());
        this.callbacks = new Callbacks(config.callbackExecutor(), "holdfast-callback-" + identity.id());
        this.telemetry = new Telemetry(info.address(), timeline, config.listener(), callbacks);
        this.releases = new Releases(this.backend, timeline, answerLimit);
        this.renewals = new RenewalLoop(this.backend, timeline, telemetry);
    }

    // ---- what the public types call

    public DistributedLock lock(String name, LockOptions options) {
        LockNames.check(name);
        checkSupported(name, options);
        return new EngineLock(this, name, options);
    }

    /** Refuses what the backend can't do, before anything is sent. */
    public void checkSupported(String name, LockOptions options) {
        if (options.fair()) {
            require(name, Capability.FAIR);
        }
        Duration lease = options.lease();
        if (lease.compareTo(info.minLease()) < 0 || lease.compareTo(info.maxLease()) > 0) {
            throw new LockConfigurationException(name, info.address(), "a lease of " + lease + " is outside what this backend takes, "
                    + info.minLease() + " to " + info.maxLease());
        }
    }

    public String clientId() {
        return identity.id();
    }

    public BackendInfo info() {
        return info;
    }

    public LockInfo inspect(String name) {
        LockNames.check(name);
        require(name, Capability.INSPECT);
        LockSnapshot snapshot = question(name, "inspect", () -> backend.inspect(name));
        return new LockInfo(name, snapshot.owner().map(Engine::publicOwner), snapshot.waiters());
    }

    public boolean forceRelease(String name) {
        LockNames.check(name);
        require(name, Capability.FORCE_RELEASE);
        Answer answer = question(name, "force release", () -> backend.forceRelease(name));
        if (answer instanceof Answer.Unknown unknown) {
            throw new LockBackendException(name, info.address(), "force release was not confirmed", true, Outcomes.unwrap(unknown.cause()));
        }
        return answer == Answer.YES;
    }

    /** Waits tell, owners hear of their loss, then everything goes back to the backend, then the house is torn down. */
    @Override
    public void close() {
        if (!lanes.close()) {
            return;
        }
        List<Acquisition> toRelease = new ArrayList<>();
        CompletableFuture<?>[] told = lanes.all().stream().map(lane -> lane.shutDown(toRelease)).toArray(CompletableFuture<?>[]::new);
        waitQuietly(CompletableFuture.allOf(told));
        toRelease.forEach(releases::startInBackground);
        releases.drain(answerLimit);
        releases.close();
        backend.close();
        timeline.close();
        callbacks.close();
    }

    // ---- what the views of locks call

    /** The hold, or null if the limit passed. */
    @Nullable EngineHold acquire(LaneKey key, long limit) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        long now = timeline.nanos();
        EngineHold vacant = takeVacant(key, now);
        return vacant != null ? vacant : await(key, new ThreadWaiter(true, limit, now), true);
    }

    @Nullable EngineHold acquireUninterruptibly(LaneKey key, long limit) {
        long now = timeline.nanos();
        EngineHold vacant = takeVacant(key, now);
        return vacant != null ? vacant : awaitUninterruptibly(key, new ThreadWaiter(true, limit, now));
    }

    /** The hold, or null if another owner has the lock. */
    @Nullable EngineHold tryAcquire(LaneKey key) {
        return awaitUninterruptibly(key, new ThreadWaiter(false, Long.MAX_VALUE, timeline.nanos()));
    }

    <T> CompletableFuture<T> acquireAsync(LaneKey key, long limit, Function<Optional<Hold>, T> result) {
        while (true) {
            Lane lane = lanes.join(key);
            AsyncWaiter<T> waiter = new AsyncWaiter<>(this, lane, limit, result);
            if (lane.enter(waiter) == Lane.Entry.ENTERED) {
                return waiter.start();
            }
        }
    }

    /** Those of the current thread. */
    ThreadHolds threadHolds() {
        return threadHolds.get();
    }

    // ---- what lanes and their parts call

    LockBackend backend() {
        return backend;
    }

    Timeline timeline() {
        return timeline;
    }

    Callbacks callbacks() {
        return callbacks;
    }

    Telemetry telemetry() {
        return telemetry;
    }

    Releases releases() {
        return releases;
    }

    RenewalLoop renewals() {
        return renewals;
    }

    long answerLimit() {
        return answerLimit;
    }

    Acquisition newAcquisition(LaneKey key, Waiter waiter) {
        LockOptions options = key.options();
        Holder holder = identity.holder(waiter.threadName(), options.purpose());
        return new Acquisition(key.name(), ids.next(), LockMode.EXCLUSIVE, options.lease(), waiter.waits(), options.fair(), holder);
    }

    /** A fixed lease can't be handed on, because each acquisition is promised the whole of it; a fair lock must not be. */
    boolean handsOn(LaneKey key) {
        return handOffTimes > 0 && key.options().autoRenew() && !key.options().fair();
    }

    boolean mayHandOn(EngineHold hold, LaneKey key, long now) {
        return handsOn(key) && hold.lease().mayHandOn(hold, handOffTimes, handOffTime, now);
    }

    Lanes lanes() {
        return lanes;
    }

    // ---- inside

    /** The short way: a lease that is being handed on in this client and that nobody has taken yet. */
    private @Nullable EngineHold takeVacant(LaneKey key, long now) {
        Lane lane = lanes.find(key);
        EngineHold hold = lane == null ? null : lane.takeSoon(now);
        if (hold != null) {
            telemetry.acquired(hold, now);
        }
        return hold;
    }

    private @Nullable EngineHold awaitUninterruptibly(LaneKey key, ThreadWaiter waiter) {
        try {
            return await(key, waiter, false);
        } catch (InterruptedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private @Nullable EngineHold await(LaneKey key, ThreadWaiter waiter, boolean interruptible) throws InterruptedException {
        JfrEvents.Acquire event = Telemetry.beginWait();
        try {
            waiter.await(enter(key, waiter), interruptible);
        } finally {
            telemetry.asked(key.name(), waiter, event);
        }
        Supplier<LockException> failure = waiter.failure();
        if (failure != null) {
            throw failure.get();
        }
        return waiter.hold();
    }

    private Lane enter(LaneKey key, Waiter waiter) {
        while (true) {
            Lane lane = lanes.join(key);
            Lane.Entry entry = lane.enter(waiter);
            if (entry == Lane.Entry.UNDECIDED) {
                lane = lanes.apart(key);
                entry = lane.enter(waiter);
            }
            if (entry == Lane.Entry.ENTERED) {
                return lane;
            }
        }
    }

    void requireFencing(String name) {
        if (!fencing) {
            require(name, Capability.FENCING);
        }
    }

    private void require(String name, Capability capability) {
        if (!info.can(capability)) {
            throw new LockConfigurationException(name, info.address(), "this backend can't do: " + capability.title());
        }
    }

    private <T> T question(String name, String what, Supplier<CompletionStage<T>> ask) {
        lanes.checkOpen(name);
        try {
            return Uninterruptible.get(ask.get().toCompletableFuture(), answerLimit);
        } catch (TimeoutException late) {
            throw new LockBackendException(name, info.address(), what + ": no answer within " + Duration.ofNanos(answerLimit), true);
        } catch (ExecutionException failed) {
            throw new LockBackendException(name, info.address(), what + " failed", true, Outcomes.cause(failed.getCause()));
        }
    }

    private void waitQuietly(CompletableFuture<?> told) {
        try {
            Uninterruptible.get(told, answerLimit);
        } catch (ExecutionException | TimeoutException slow) {
            // An owner that takes longer than this to hear of its loss can't hold up the rest.
        }
    }

    private static LockInfo.Owner publicOwner(LockSnapshot.Owner owner) {
        return new LockInfo.Owner(owner.holder(), owner.token() << Lease.HAND_OFF_BITS, owner.since(), owner.leaseLeft());
    }
}
