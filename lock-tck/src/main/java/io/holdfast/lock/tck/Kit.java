package io.holdfast.lock.tck;

import io.holdfast.lock.spi.BackendInfo;
import java.util.Random;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What the two parts of the kit have in common. */
abstract class Kit {
    private final long seed = Long.getLong("holdfast.tck.seed", new Random().nextLong());

    Kit() {}

    /** What the backend under test is. */
    abstract BackendInfo info();

    /** Of all that is left to chance. */
    final long seed() {
        return seed;
    }

    /** The kit object to which a test or a group belongs. */
    static Kit of(ExtensionContext context) {
        return context.getTestInstances().flatMap(instances -> instances.findInstance(Kit.class))
                .or(() -> context.getParent().map(Kit::of))
                .orElseThrow(() -> new IllegalStateException("the kit needs the life cycle PER_CLASS, which it declares"));
    }

    static double factor(String property) {
        return Double.parseDouble(System.getProperty(property, "1"));
    }
}
