package io.holdfast.lock.tck.holders;

import io.holdfast.lock.tck.history.Event;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;

/** An acquisition in another process, as far as that one has told. Thread safe. */
public final class RemoteAttempt {
    private final HolderProcess holder;
    private final TakeOrder order;

    // Mutable state, thread safe by itself
    private final List<Event.Step> steps = new CopyOnWriteArrayList<>();

    RemoteAttempt(HolderProcess holder, TakeOrder order) {
        this.holder = holder;
        this.order = order;
    }

    /** Tells the process to give the lock back. */
    public void drop() {
        holder.say(LockHolder.DROP + " " + order.id());
    }

    /** Whether the process says that it has asked. */
    public boolean isRequested() {
        return find(Event.Requested.class).isPresent();
    }

    /** Whether the lock was acquired, now or earlier. */
    public boolean isGranted() {
        return find(Event.Granted.class).isPresent();
    }

    /** Whether the request has come to an end, in whatever way. */
    public boolean isAnswered() {
        return find(Event.Answer.class).isPresent();
    }

    /** Whether the lock was not acquired within the limit. */
    public boolean isRefused() {
        return find(Event.Refused.class).isPresent();
    }

    /** What the request threw, if it did. */
    public Optional<String> failure() {
        return find(Event.Failed.class).map(Event.Failed::reason);
    }

    /** Whether {@code onLost} has fired. */
    public boolean isLost() {
        return find(Event.Lost.class).isPresent();
    }

    /** Whether close has returned, or thrown that the lock had been lost. */
    public boolean isClosed() {
        return find(Event.Released.class).isPresent() || isClosedAsLost();
    }

    /** Whether close has thrown that the lock had been lost. */
    public boolean isClosedAsLost() {
        return find(Event.ReleaseLost.class).isPresent();
    }

    /**
     * The fencing token.
     *
     * @throws IllegalStateException if the lock was not acquired
     */
    public long token() {
        return grant().token();
    }

    /**
     * When the call returned.
     *
     * @throws IllegalStateException if the lock was not acquired
     */
    public long grantedAt() {
        return grant().nanos();
    }

    /** The last time at which the process is known to have taken its hold for valid. */
    public OptionalLong validUntil() {
        return steps.stream().filter(Event.Valid.class::isInstance).mapToLong(step -> ((Event.Valid) step).until()).max();
    }

    /** All that was heard of it, for messages. */
    @Override
    public String toString() {
        return order.toLine() + " in " + holder + ": " + steps;
    }

    long id() {
        return order.id();
    }

    void add(Event.Step step) {
        steps.add(step);
    }

    private Event.Granted grant() {
        return find(Event.Granted.class).orElseThrow(() -> new IllegalStateException("not granted: " + this));
    }

    private <T extends Event.Step> Optional<T> find(Class<T> kind) {
        return steps.stream().filter(kind::isInstance).map(kind::cast).findFirst();
    }
}
