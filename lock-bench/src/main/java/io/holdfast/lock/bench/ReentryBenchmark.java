package io.holdfast.lock.bench;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockClient;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A thread that locks what it has already: never more than a look at the clock and a count. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class ReentryBenchmark {
    private LockClient client;
    private DistributedLock lock;

    /** Thread states are set up by the thread that runs the benchmark, so the lock belongs to the right one. */
    @Setup(Level.Trial)
    public void hold() {
        client = LockClient.connect("mem:reentry");
        lock = client.lock("stock:42");
        lock.lock();
    }

    @TearDown(Level.Trial)
    public void release() {
        lock.unlock();
        client.close();
    }

    @Benchmark
    public void lockUnlockAgain() {
        lock.lock();
        lock.unlock();
    }
}
