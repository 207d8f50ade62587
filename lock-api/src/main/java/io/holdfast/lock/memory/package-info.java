/** The in-memory backend. */
@NullMarked
package io.holdfast.lock.memory;

import org.jspecify.annotations.NullMarked;
