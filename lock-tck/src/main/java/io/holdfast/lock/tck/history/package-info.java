/**
 * What several processes saw of the same locks while somebody did harm, and whether it can have been right. Workers print
 * {@linkplain io.holdfast.lock.tck.history.Event events}, the driver collects them in a
 * {@link io.holdfast.lock.tck.history.History}, and the {@link io.holdfast.lock.tck.history.HistoryChecker} compares it with the
 * guarantees. It knows nothing but times and tokens, so a lock can't talk it round; and it only says what is certain, so each
 * {@link io.holdfast.lock.tck.history.Violation} is worth an hour of somebody's time.
 */
@NullMarked
package io.holdfast.lock.tck.history;

import org.jspecify.annotations.NullMarked;
