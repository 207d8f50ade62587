/** The kit for backend authors. */
@NullMarked
package io.holdfast.lock.tck;

import org.jspecify.annotations.NullMarked;
