/** Distributed locks over any backend. */
module io.holdfast.lock {
    requires static org.jspecify;
    requires jdk.jfr;

    exports io.holdfast.lock;
    exports io.holdfast.lock.memory;
    exports io.holdfast.lock.spi;

    uses io.holdfast.lock.spi.PlaceholderProvider;

    provides io.holdfast.lock.spi.PlaceholderProvider with
            io.holdfast.lock.memory.PlaceholderMemory;
}
