package io.holdfast.lock.spi;

/** A provider. */
public interface PlaceholderProvider {

    /**
     * Its scheme.
     *
     * @return the scheme
     */
    String scheme();
}
