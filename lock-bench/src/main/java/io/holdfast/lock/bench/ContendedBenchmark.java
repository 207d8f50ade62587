package io.holdfast.lock.bench;

import io.holdfast.lock.LockClient;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.infra.BenchmarkParams;

/** Eight threads that want the same lock all the time: what the queue and the hand-off inside the JVM cost. */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Threads(8)
public class ContendedBenchmark {
    /** The lock under test, and what it protects. */
    @State(Scope.Benchmark)
    public static class Contest {
        @Param({"holdfast", "reentrant", "reentrantFair"})
        private String kind;

        private LockClient client;
        private Lock lock;
        private Counter counter;

        @Setup
        public void start(BenchmarkParams params) {
            client = LockClient.connect("mem:contended");
            lock = switch (kind) {
                case "holdfast" -> client.lock("stock:42");
                case "reentrant" -> new ReentrantLock();
                case "reentrantFair" -> new ReentrantLock(true);
                default -> throw new IllegalArgumentException(kind);
            };
            counter = new Counter(params.getThreads());
        }

        @TearDown
        public void end() {
            client.close();
        }
    }

    /** One of the threads. */
    @State(Scope.Thread)
    public static class Contestant {
        private long increments;

        @TearDown
        public void report(Contest contest) {
            contest.counter.finished(increments);
        }
    }

    @Benchmark
    public void increment(Contest contest, Contestant self) {
        contest.lock.lock();
        try {
            contest.counter.increment();
        } finally {
            contest.lock.unlock();
        }
        self.increments++;
    }
}
