/** What the engine costs, measured on the memory backend so that no network is in the figures. */
@NullMarked
package io.holdfast.lock.bench;

import org.jspecify.annotations.NullMarked;
