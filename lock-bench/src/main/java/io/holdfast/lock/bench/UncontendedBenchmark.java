package io.holdfast.lock.bench;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One thread that nobody disturbs: the price of every lock. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Thread)
public class UncontendedBenchmark {
    /** A power of two, and more names than fit into the first levels of a CPU's caches. */
    private static final int NAMES = 1 << 14;

    private LockClient client;
    private DistributedLock lock;
    private DistributedLock[] locks;
    private int turn;

    @Setup
    public void connect() {
        client = LockClient.connect("mem:uncontended");
        lock = client.lock("stock:42");
        locks = IntStream.range(0, NAMES).mapToObj(i -> client.lock("stock:" + i)).toArray(DistributedLock[]::new);
    }

    @TearDown
    public void close() {
        client.close();
    }

    @Benchmark
    public long acquireClose() throws InterruptedException {
        try (Hold hold = lock.acquire()) {
            return hold.token();
        }
    }

    @Benchmark
    public void lockUnlock() {
        lock.lock();
        lock.unlock();
    }

    @Benchmark
    public long acquireCloseManyNames() throws InterruptedException {
        try (Hold hold = locks[turn++ & (NAMES - 1)].acquire()) {
            return hold.token();
        }
    }
}
