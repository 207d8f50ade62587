package io.holdfast.lock.bench.redis;

import io.holdfast.lock.bench.Figure;
import io.holdfast.lock.bench.compare.Comparison;
import io.holdfast.lock.bench.compare.Contender;
import io.holdfast.lock.bench.compare.HoldfastContender;
import io.holdfast.lock.bench.compare.JarVersions;
import io.holdfast.lock.bench.compare.Metric;
import io.holdfast.lock.bench.compare.Promise;
import io.holdfast.lock.bench.compare.Scenario;
import io.holdfast.lock.bench.compare.Server;
import io.holdfast.lock.bench.compare.Suite;
import java.util.List;
import java.util.Map;

/** {@code ./holdfast bench redis}. */
public final class RedisSuite implements Suite {
    private static final Contender HOLDFAST = new HoldfastContender();

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public Server startServer() throws Exception {
        return BenchServer.start();
    }

    @Override
    public List<Contender> contenders() {
        return List.of(HOLDFAST, RedissonPeers.LOCK, RedissonPeers.FAIR_LOCK, RedissonPeers.FENCED_LOCK, SpringPeers.SPIN_LOCK,
                SpringPeers.PUB_SUB_LOCK, ShedLockPeer.SHED_LOCK, new LimitContender(new OwnScripts()));
    }

    @Override
    public Contender reference() {
        return RedissonPeers.LOCK;
    }

    @Override
    public List<Promise> promises() {
        return List.of(
                Promise.atLeast(0.9, Scenario.UNCONTENDED, "times the limit", RedisSuite::toLimit),
                Promise.atLeast(1.25, Scenario.UNCONTENDED, "times RLock", RedisSuite::toReference),
                Promise.atLeast(0.85, Scenario.NAMES, "times the limit", RedisSuite::toLimit),
                Promise.atLeast(1.9, Scenario.NAMES, "times RLock", RedisSuite::toReference),
                Promise.atLeast(20, Scenario.LOCAL, "times the best peer", RedisSuite::toBestPeer),
                Promise.atLeast(10, Scenario.JVMS, "times the best peer", RedisSuite::toBestPeer),
                Promise.atLeast(40, Scenario.JVMS, "% of the grants for each JVM", RedisSuite::smallestShare),
                Promise.atMost(0.5, Scenario.HANDOFF, "times RLock's p50", RedisSuite::toReference));
    }

    @Override
    public Map<String, String> versions() {
        return JarVersions.of(Map.of("Holdfast", "lock-api", "Redisson", "redisson",
                "Spring Integration", "spring-integration-redis", "Lettuce", "lettuce-core",
                "ShedLock", "shedlock-core", "Jedis", "jedis"));
    }

    @Override
    public List<String> notes() {
        return List.of(
                "Every library has the settings that its own documentation shows; none is tuned.",
                "ShedLock does not wait for a lock, so it is left out where somebody has to: local, jvms, handoff.",
                "The limit is no lock: a script to take and a script to give back, over one bare connection of Redisson, where nobody"
                        + " waits either. ShedLock can be beyond it, because with Jedis the calling thread reads the socket itself.",
                "In handoff, Holdfast's hand-off inside the JVM is turned off; there is only one thread that could use it.",
                "Spring's SPIN_LOCK asks every 100 ms, so a hand-off takes up to that, and few fit into a round.");
    }

    private static Figure toReference(Comparison comparison) {
        return comparison.ratio(HOLDFAST.name(), RedissonPeers.LOCK.name());
    }

    private static Figure toBestPeer(Comparison comparison) {
        return comparison.ratioToBestPeer(HOLDFAST.name());
    }

    private static Figure toLimit(Comparison comparison) {
        return comparison.ratioToLimit(HOLDFAST.name());
    }

    private static Figure smallestShare(Comparison comparison) {
        return comparison.figure(HOLDFAST.name(), Metric.SMALLEST_SHARE);
    }
}
