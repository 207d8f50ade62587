/** Holdfast and its peers on Redis. */
@NullMarked
package io.holdfast.lock.bench.redis;

import org.jspecify.annotations.NullMarked;
