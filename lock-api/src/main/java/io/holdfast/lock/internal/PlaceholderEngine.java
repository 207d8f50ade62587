package io.holdfast.lock.internal;

import io.holdfast.lock.spi.PlaceholderProvider;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

public final class PlaceholderEngine {

    private PlaceholderEngine() {}

    public static String schemes() {
        return ServiceLoader.load(PlaceholderProvider.class).stream()
                .map(provider -> provider.get().scheme())
                .collect(Collectors.joining(","));
    }
}
