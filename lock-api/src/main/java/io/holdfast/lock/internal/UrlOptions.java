package io.holdfast.lock.internal;

import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.LockBackendProvider;
import io.holdfast.lock.spi.LockUrl;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The options that the engine takes from a connect URL. */
public final class UrlOptions {
    private static final Set<String> ENGINE_OPTIONS = Set.of("lease", "renew", "fair", "wait", "purpose", "answer");

    private final LockUrl url;

    /** Refuses options that neither the engine nor the provider knows, before anything is opened. */
    public UrlOptions(LockUrl url, LockBackendProvider provider) {
        this.url = url;
        Set<String> known = new TreeSet<>(ENGINE_OPTIONS);
        known.addAll(provider.options());
        for (String name : url.options().keySet()) {
            if (!known.contains(name)) {
                throw new LockConfigurationException(url.toString(), "unknown option '" + name
                        + "'; known are " + String.join(", ", known));
            }
        }
    }

    public LockOptions applyTo(LockOptions defaults) {
        Duration lease = url.durationOption("lease").orElse(defaults.lease());
        boolean autoRenew = url.booleanOption("renew").orElse(defaults.autoRenew());
        boolean fair = url.booleanOption("fair").orElse(defaults.fair());
        Optional<Duration> wait = url.durationOption("wait").or(defaults::waitLimit);
        String purpose = url.option("purpose").orElse(defaults.purpose());
        return checked(() -> new LockOptions(lease, autoRenew, fair, wait, purpose));
    }

    public EngineConfig applyTo(EngineConfig config) {
        return url.durationOption("answer").map(limit -> checked(() -> config.withAnswerLimit(limit))).orElse(config);
    }

    private <T> T checked(Supplier<T> options) {
        try {
            return options.get();
        } catch (IllegalArgumentException bad) {
            throw new LockConfigurationException(url.toString(), String.valueOf(bad.getMessage()));
        }
    }
}
