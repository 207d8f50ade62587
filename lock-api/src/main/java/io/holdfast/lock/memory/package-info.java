/**
 * Locks in the memory of one JVM: the reference backend, for tests, for single-process use, and for authors of other backends
 * to read. It uses nothing of the engine but its clock.
 */
@NullMarked
package io.holdfast.lock.memory;

import org.jspecify.annotations.NullMarked;
