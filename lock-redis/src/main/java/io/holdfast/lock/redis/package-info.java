/**
 * Locks on Redis and Valkey. {@code LockClient.connect("redis://localhost:6379")} is all that most programs need;
 * {@link io.holdfast.lock.redis.RedisLockBackend} is for those who have a Redisson client already.
 *
 * <p>The protocol is in the Lua scripts beside this package and in {@code RedisLockBackend}; it speaks to the server through
 * {@code RedisTransport}, of which {@code RedissonTransport} is the one there is.
 */
@NullMarked
package io.holdfast.lock.redis;

import org.jspecify.annotations.NullMarked;
