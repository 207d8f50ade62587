/**
 * Distributed locks: what users import.
 *
 * <p>Start at {@link io.holdfast.lock.LockClient#connect(String)}. The letters G1 to G15 in this documentation are the
 * guarantees that {@code docs/guarantees.md} states one by one.
 */
@NullMarked
package io.holdfast.lock;

import org.jspecify.annotations.NullMarked;
