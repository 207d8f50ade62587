/** Distributed locks: the API, the SPI for backends, the engine between them, and the memory backend. */
module io.holdfast.lock {
    requires jdk.jfr;
    requires static org.jspecify;

    exports io.holdfast.lock;
    exports io.holdfast.lock.memory;
    exports io.holdfast.lock.spi;

    uses io.holdfast.lock.spi.LockBackendProvider;

    provides io.holdfast.lock.spi.LockBackendProvider with
            io.holdfast.lock.memory.MemoryLockBackendProvider;
}
