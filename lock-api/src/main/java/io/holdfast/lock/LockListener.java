package io.holdfast.lock;

/**
 * Hears what happens to the locks of one client; the bridge to a metrics library.
 *
 * <p>Acquires and releases are told on the thread that does them, so it must be quick and must not block; late renewals and
 * losses are told on the client's callback executor. What it throws is logged and has no other effect.
 */
@FunctionalInterface
public interface LockListener {
    void onEvent(LockEvent event);
}
