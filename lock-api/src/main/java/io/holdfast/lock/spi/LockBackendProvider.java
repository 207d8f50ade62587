package io.holdfast.lock.spi;

import java.util.Set;

/**
 * Opens backends by URL. Found through {@link java.util.ServiceLoader}, so it needs a public constructor without arguments and
 * an entry in {@code META-INF/services} or in the module descriptor.
 */
public interface LockBackendProvider {
    /** The URL schemes it answers to, in lower case, without the colon. */
    Set<String> schemes();

    /** The names of the options it understands in the URL's query, besides those that the engine takes. */
    Set<String> options();

    /**
     * Connects. May block for a bounded time.
     *
     * @throws io.holdfast.lock.LockConfigurationException if the URL or one of its options is bad
     * @throws Exception as the client library throws it if the server can't be reached; the engine wraps it
     */
    LockBackend open(LockUrl url) throws Exception;
}
