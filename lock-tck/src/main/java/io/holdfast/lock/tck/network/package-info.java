/**
 * A network that fails as a test likes: {@link io.holdfast.lock.tck.network.TcpProxy} stands between clients and one server, knows
 * no protocol, and cuts, holds, loses or delays what passes. Needs nothing but the JDK.
 */
@NullMarked
package io.holdfast.lock.tck.network;

import org.jspecify.annotations.NullMarked;
