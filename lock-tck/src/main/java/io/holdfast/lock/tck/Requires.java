package io.holdfast.lock.tck;

import io.holdfast.lock.spi.Capability;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Skips a test, visibly, on a backend that does not declare the capability. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@interface Requires {
    Capability value();
}
