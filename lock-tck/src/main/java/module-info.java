/** The kit that tells whether a lock backend keeps its guarantees: extend {@link io.holdfast.lock.tck.LockBackendTck}. */
module io.holdfast.lock.tck {
    requires transitive io.holdfast.lock;
    requires transitive org.junit.jupiter.api;
    requires java.management;
    requires jdk.jfr;
    requires static org.jspecify;

    exports io.holdfast.lock.tck;
    exports io.holdfast.lock.tck.history;
    exports io.holdfast.lock.tck.network;
    exports io.holdfast.lock.tck.servers;
    opens io.holdfast.lock.tck;
}
