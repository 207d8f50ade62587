package io.holdfast.lock.internal;

import io.holdfast.lock.LockClosedException;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The lanes of one client: one for each name that is held or awaited, and none for all others. */
final class Lanes {
    private final Engine engine;

    // Mutable state; each is thread safe by itself. A lane that nobody may join is its own key.
    private final Map<Object, Lane> lanes = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    Lanes(Engine engine) {
        this.engine = engine;
    }

    /** The lane of those who want the same, if there are any. */
    @Nullable Lane find(LaneKey key) {
        return lanes.get(key);
    }

    /** The lane to wait in. Fair acquisitions queue in the backend one by one, because order between clients is known only there. */
    Lane join(LaneKey key) {
        if (key.options().fair()) {
            return apart(key);
        }
        Lane lane = lanes.get(key);
        if (lane == null) {
            Lane fresh = new Lane(engine, key, true);
            Lane other = lanes.putIfAbsent(key, fresh);
            lane = other == null ? fresh : other;
        }
        checkOpen(key.name());
        return lane;
    }

    /** A lane for one acquisition alone. */
    Lane apart(LaneKey key) {
        Lane lane = new Lane(engine, key, false);
        lanes.put(lane, lane);
        if (closed.get()) {
            lanes.remove(lane);
        }
        checkOpen(key.name());
        return lane;
    }

    void retire(Object key, Lane lane) {
        lanes.remove(key, lane);
    }

    Collection<Lane> all() {
        return lanes.values();
    }

    int count() {
        return lanes.size();
    }

    /** Asked after a lane is in the map: either this sees that the client is closed, or the one who closes it sees the lane. */
    void checkOpen(String name) {
        if (closed.get()) {
            throw new LockClosedException(name, engine.info().address());
        }
    }

    /** Lets nobody in any more. False if that was so before. */
    boolean close() {
        return closed.compareAndSet(false, true);
    }
}
