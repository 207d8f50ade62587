package io.holdfast.lock;

/**
 * Hears what happens to the locks of one client; the bridge to a metrics library.
 *
 * <p>Called on the thread on which the event happened, often the one that asks for or closes a lock, so it must be quick and
 * must not block. What it throws is logged and has no other effect.
 */
@FunctionalInterface
public interface LockListener {
    void onEvent(LockEvent event);
}
