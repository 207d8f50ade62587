/**
 * The engine: everything about locks that does not depend on the backend. Not exported.
 *
 * <p>The way in is {@link io.holdfast.lock.internal.Engine}; {@link io.holdfast.lock.internal.Lane} is where a lock's life
 * happens. {@code docs/architecture.md} follows one acquire and one release through these classes.
 */
@NullMarked
package io.holdfast.lock.internal;

import org.jspecify.annotations.NullMarked;
