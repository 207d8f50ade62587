/**
 * What backend authors import: {@link io.holdfast.lock.spi.LockBackend} and the values it speaks in. The guide is
 * {@code docs/writing-a-backend.md}; the reference implementation is {@link io.holdfast.lock.memory.MemoryLockBackend}.
 */
@NullMarked
package io.holdfast.lock.spi;

import org.jspecify.annotations.NullMarked;
