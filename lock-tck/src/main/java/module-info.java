/** The kit for backend authors. */
module io.holdfast.lock.tck {
    requires transitive io.holdfast.lock;
    requires transitive org.junit.jupiter.api;
    requires static org.jspecify;

    exports io.holdfast.lock.tck;
    opens io.holdfast.lock.tck;
}
