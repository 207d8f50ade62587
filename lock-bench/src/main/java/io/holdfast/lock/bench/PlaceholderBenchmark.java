package io.holdfast.lock.bench;

import io.holdfast.lock.Placeholder;
import org.openjdk.jmh.annotations.Benchmark;

/** Proves that JMH works. */
public class PlaceholderBenchmark {

    @Benchmark
    public String schemes() {
        return Placeholder.schemes();
    }
}
