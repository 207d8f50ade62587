package io.holdfast.lock;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.internal.Engine;
import io.holdfast.lock.internal.EngineConfig;
import io.holdfast.lock.internal.Providers;
import io.holdfast.lock.internal.UrlOptions;
import io.holdfast.lock.spi.LockBackend;
import io.holdfast.lock.spi.LockUrl;
import java.time.Duration;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Makes a {@link LockClient}. Either {@link #url(String)} or {@link #backend(LockBackend)} is needed; the rest has defaults. */
public final class LockClientBuilder {
    private @Nullable String url;
    private @Nullable LockBackend backend;
    private LockOptions options = LockOptions.defaults();
    private EngineConfig config = EngineConfig.defaults();

    LockClientBuilder() {}

    /** Connects by URL, as {@link LockClient#connect(String)}. What stands in the query wins over what is set here. */
    public LockClientBuilder url(String newUrl) {
        this.url = requireNonNull(newUrl, "url");
        return this;
    }

    /** Uses a backend made by hand. The client owns it from then on and closes it. */
    public LockClientBuilder backend(LockBackend newBackend) {
        this.backend = requireNonNull(newBackend, "backend");
        return this;
    }

    /** The options of locks for which none are given. */
    public LockClientBuilder options(LockOptions newOptions) {
        this.options = requireNonNull(newOptions, "options");
        return this;
    }

    /** Hears what happens to the locks of this client. */
    public LockClientBuilder listener(LockListener listener) {
        config = config.withListener(requireNonNull(listener, "listener"));
        return this;
    }

    /**
     * How long a caller waits for a sign of life from the backend before {@link LockBackendException}; 10 s by default. A wait
     * that the backend has confirmed is not limited by this. In a URL: {@code answer=3s}.
     */
    public LockClientBuilder answerLimit(Duration limit) {
        config = config.withAnswerLimit(requireNonNull(limit, "limit"));
        return this;
    }

    /**
     * How often and how long a lock may pass from thread to thread inside this JVM before it goes back to the backend, where
     * other clients get their turn. By default 63 times, the most there can be, and 100 ms. Zero times turns it off.
     */
    public LockClientBuilder handOff(int times, Duration time) {
        config = config.withHandOff(times, requireNonNull(time, "time"));
        return this;
    }

    /** Runs {@link Hold#onLost} actions and completes futures. By default daemon threads that end when idle. */
    public LockClientBuilder callbackExecutor(Executor executor) {
        config = config.withCallbackExecutor(requireNonNull(executor, "executor"));
        return this;
    }

    /**
     * Connects and makes the client.
     *
     * @throws LockConfigurationException if the URL or an option is unknown or bad
     * @throws LockBackendException if the backend can't be reached
     * @throws IllegalStateException unless exactly one of URL and backend is set
     */
    public LockClient build() {
        if ((url == null) == (backend == null)) {
            throw new IllegalStateException("set either a url or a backend");
        }
        return url != null ? connect(LockUrl.parse(url)) : client(requireNonNull(backend), options, config);
    }

    private LockClient connect(LockUrl parsed) {
        Providers providers = Providers.onClassPath();
        UrlOptions given = new UrlOptions(parsed, providers.forUrl(parsed));
        LockOptions defaults = given.applyTo(options);
        EngineConfig engineConfig = given.applyTo(config);
        return client(providers.open(parsed), defaults, engineConfig);
    }

    private static LockClient client(LockBackend backend, LockOptions defaults, EngineConfig config) {
        Engine engine = new Engine(backend, config);
        try {
            engine.checkSupported("", defaults);
        } catch (LockConfigurationException unsupported) {
            engine.close();
            throw unsupported;
        }
        return new LockClient(engine, defaults);
    }
}
