/** What backends implement. */
@NullMarked
package io.holdfast.lock.spi;

import org.jspecify.annotations.NullMarked;
