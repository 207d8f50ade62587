package io.holdfast.lock.bench.compare;

import java.util.List;
import java.util.Locale;

/** What the worker JVMs do. The first metric of each is the one that is compared. */
public enum Scenario {
    /** What every lock costs. */
    UNCONTENDED("1 thread, one name", 1, 1, 1, Metric.RATE),
    /** What the client's connections can carry when nobody waits for a lock. */
    NAMES("8 threads of one JVM, each with a name of its own", 1, 8, 8, Metric.RATE),
    /** What waiting costs inside a JVM. */
    LOCAL("8 threads of one JVM, one name", 1, 8, 1, Metric.RATE),
    /** What waiting costs between JVMs. */
    JVMS("2 JVMs with 4 threads each, one name", 2, 4, 1, Metric.RATE, Metric.SMALLEST_SHARE),
    /** How long a lock is in nobody's hands on its way from one JVM to another. */
    HANDOFF("2 JVMs with one thread each, one name, handed to and fro", 2, 1, 1, Metric.P50, Metric.P99);

    private final String title;
    private final int jvms;
    private final int threads;
    private final int names;
    private final List<Metric> metrics;

    Scenario(String title, int jvms, int threads, int names, Metric... metrics) {
        this.title = title;
        this.jvms = jvms;
        this.threads = threads;
        this.names = names;
        this.metrics = List.of(metrics);
    }

    /** As on the command line. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    String title() {
        return title;
    }

    int jvms() {
        return jvms;
    }

    /** In each JVM. */
    int threads() {
        return threads;
    }

    int names() {
        return names;
    }

    List<Metric> metrics() {
        return metrics;
    }

    Metric mainMetric() {
        return metrics.get(0);
    }

    /** Whether a thread may have to wait for another. */
    public boolean isContended() {
        return jvms * threads > names;
    }

    /** Whether whoever gets the lock gives it back at once, so that an overlap has to be looked for in a window of its own. */
    boolean needsWatch() {
        return isContended() && this != HANDOFF;
    }

    /**
     * The scenario of this id.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Scenario of(String id) {
        for (Scenario scenario : values()) {
            if (scenario.id().equals(id)) {
                return scenario;
            }
        }
        throw new IllegalArgumentException("there is no scenario '" + id + "'");
    }
}
