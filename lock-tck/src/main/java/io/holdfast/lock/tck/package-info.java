/**
 * The compatibility kit. A backend author extends {@link io.holdfast.lock.tck.LockBackendTck} with one method; the kit drives
 * the backend through the public API and the SPI, and says for each guarantee G1 to G15 whether it is kept.
 */
@NullMarked
package io.holdfast.lock.tck;

import org.jspecify.annotations.NullMarked;
