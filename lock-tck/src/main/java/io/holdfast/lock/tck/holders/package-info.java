/** A program that takes locks as it is told, and how a test drives several of them. */
@NullMarked
package io.holdfast.lock.tck.holders;

import org.jspecify.annotations.NullMarked;
