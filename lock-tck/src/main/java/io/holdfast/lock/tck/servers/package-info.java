/**
 * Real servers for tests: started on loopback in a temporary folder, killed, paused and started again as a test likes, and gone
 * when the test or its JVM is. {@link io.holdfast.lock.tck.servers.Servers} is the way in;
 * {@link io.holdfast.lock.tck.servers.ServerProcess} serves fixtures for other servers. Needs a Unix with {@code sh}, and nothing
 * but the JDK.
 */
@NullMarked
package io.holdfast.lock.tck.servers;

import org.jspecify.annotations.NullMarked;
