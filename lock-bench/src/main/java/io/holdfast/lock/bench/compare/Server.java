package io.holdfast.lock.bench.compare;

/** The server that all contenders of a suite share. Closing it ends it. */
public interface Server extends AutoCloseable {
    /** Where it listens, as the libraries take it. */
    String url();

    /** Product and version, for the report. */
    String version();

    @Override
    void close();
}
