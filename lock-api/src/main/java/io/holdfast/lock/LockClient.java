package io.holdfast.lock;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.internal.Engine;
import io.holdfast.lock.spi.BackendInfo;

/**
 * The way to the locks of one backend. One per application is enough: it multiplexes every lock over few connections, one
 * timer and one renewal loop. Thread safe.
 *
 * <pre>{@code
 * try (LockClient locks = LockClient.connect("redis://localhost:6379")) {
 *     DistributedLock lock = locks.lock("stock:42");
 *     try (Hold hold = lock.acquire()) {
 *         stock.write(value, hold.token());
 *     }
 * }
 * }</pre>
 */
public final class LockClient implements AutoCloseable {
    private final Engine engine;
    private final LockOptions defaults;

    LockClient(Engine engine, LockOptions defaults) {
        this.engine = engine;
        this.defaults = defaults;
    }

    /**
     * Connects to the backend that the URL's scheme names, for instance {@code mem:}, {@code redis://host:6379} or
     * {@code zookeeper://h1,h2,h3/chroot}. Providers are found through {@link java.util.ServiceLoader}.
     *
     * <p>Options may stand in the query: {@code lease=10s}, {@code renew=false}, {@code fair=true}, {@code wait=5s},
     * {@code purpose=import}, {@code answer=3s}, and those of the backend.
     *
     * @throws LockConfigurationException if no provider on the class path knows the scheme, or an option is unknown or bad;
     *     the message lists what is known
     * @throws LockBackendException if the backend can't be reached
     */
    public static LockClient connect(String url) {
        return builder().url(url).build();
    }

    /** For a listener, another executor, a backend made by hand, or defaults set in code. */
    public static LockClientBuilder builder() {
        return new LockClientBuilder();
    }

    /**
     * The lock of this name, with the client's default options. Costs nothing: no state exists for a name until it is asked
     * for, and none after it is free again (G12).
     *
     * @param name any Unicode text of 1 to 1,024 bytes in UTF-8 (G13)
     * @throws IllegalArgumentException if the name is empty, too long, or not well-formed Unicode
     */
    public DistributedLock lock(String name) {
        return lock(name, defaults);
    }

    /**
     * The lock of this name, with options of its own.
     *
     * @throws LockConfigurationException if the backend can't do what the options ask for
     */
    public DistributedLock lock(String name, LockOptions options) {
        return engine.lock(requireNonNull(name, "name"), requireNonNull(options, "options"));
    }

    /** The options of locks for which none are given. */
    public LockOptions defaultOptions() {
        return defaults;
    }

    /** The random id under which this client appears in {@link #inspect(String)}. */
    public String id() {
        return engine.clientId();
    }

    /** What the backend is and can do. */
    public BackendInfo backend() {
        return engine.info();
    }

    /**
     * Who holds the lock and how many wait. Costs one round trip; changes nothing.
     *
     * @throws LockConfigurationException if the backend can't tell
     * @throws LockBackendException if the backend does not answer
     */
    public LockInfo inspect(String name) {
        return engine.inspect(requireNonNull(name, "name"));
    }

    /**
     * Breaks the lock: whoever holds it loses it, and the next waiter gets it. The old holder is told as soon as its client
     * hears of it, which may be after the next holder has begun; only fencing tokens protect the resource meanwhile (G7).
     *
     * @return whether somebody held the lock
     * @throws LockConfigurationException if the backend can't do it
     * @throws LockBackendException if the backend does not answer; the lock may or may not have been broken
     */
    public boolean forceRelease(String name) {
        return engine.forceRelease(requireNonNull(name, "name"));
    }

    /**
     * Ends every wait with {@link LockClosedException}, tells every open hold that it is lost, gives all locks back and closes
     * the connection. Blocks for a bounded time, about the answer limit if the server hangs; what could not be given back then
     * frees itself within its lease. Closing twice does nothing.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** The client's id and backend, without credentials. */
    @Override
    public String toString() {
        return "LockClient[" + engine.clientId() + " on " + engine.info().address() + "]";
    }
}
