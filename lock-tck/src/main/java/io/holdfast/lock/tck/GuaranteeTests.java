package io.holdfast.lock.tck;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockClientBuilder;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.LockBackend;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.opentest4j.AssertionFailedError;

/** What the groups share: clients that are closed after the test, names nobody else uses, patience and chance. */
abstract class GuaranteeTests {
    /** After this time without answer a client of {@link #client(FaultyBackend)} gives up. */
    static final Duration ANSWER_LIMIT = Duration.ofSeconds(1);

    private static final Duration SHORTEST_LEASE = Duration.ofMillis(500);
    private static final AtomicInteger NAMES = new AtomicInteger();

    final LockBackendTck kit;
    final Patience patience;
    final Crew crew;
    final Random random;

    // Mutable state, used by the thread that runs the test
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();

    GuaranteeTests(LockBackendTck kit) {
        this.kit = kit;
        this.patience = kit.patience();
        this.crew = new Crew(patience);
        this.random = new Random(kit.seed() ^ getClass().getName().hashCode());
    }

    @AfterEach
    void closeWhatWasOpened() throws Exception {
        crew.close();
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    BackendInfo info() {
        return kit.info();
    }

    /** Another client, as users have it. */
    LockClient client() throws Exception {
        return client(builder -> builder);
    }

    LockClient client(UnaryOperator<LockClientBuilder> settings) throws Exception {
        return closeLater(settings.apply(LockClient.builder().backend(kit.openBackend())).build());
    }

    /** A client whose grants always go back to the backend, so that clients meet there and not in the JVM. */
    LockClient clientWithoutHandOff() throws Exception {
        return client(builder -> builder.handOff(0, Duration.ZERO));
    }

    /** A client behind a bad network, which is not patient with a silent backend. */
    LockClient client(FaultyBackend faulty) {
        return client(faulty, builder -> builder.answerLimit(ANSWER_LIMIT));
    }

    /** The network is good again when the client is closed, so that it can give back what it has. */
    LockClient client(FaultyBackend faulty, UnaryOperator<LockClientBuilder> settings) {
        LockClient client = closeLater(settings.apply(LockClient.builder().backend(faulty)).build());
        opened.push(faulty::heal);
        return client;
    }

    FaultyBackend faulty() throws Exception {
        return new FaultyBackend(kit.openBackend());
    }

    /** Another client, without the engine. */
    SpiClient spi() throws Exception {
        LockBackend backend = kit.openBackend();
        return closeLater(new SpiClient(backend, patience));
    }

    <T extends AutoCloseable> T closeLater(T resource) {
        opened.push(resource);
        return resource;
    }

    /** A name that no other test uses. */
    String freshName() {
        return "tck-" + Long.toHexString(System.nanoTime()) + "-" + NAMES.incrementAndGet();
    }

    /** Short enough to wait for its end, long enough to be kept alive on a busy machine: 1 s with the default patience. */
    Duration shortLease() {
        Duration wanted = longer(SHORTEST_LEASE, patience.presence().dividedBy(20));
        return longer(info().minLease(), wanted);
    }

    /** So long that no test sees its end: what is free before was released. */
    Duration longLease() {
        Duration wanted = patience.presence().multipliedBy(5);
        return info().maxLease().compareTo(wanted) < 0 ? info().maxLease() : wanted;
    }

    LockOptions shortOptions() {
        return LockOptions.defaults().withLease(shortLease());
    }

    LockOptions longOptions() {
        return LockOptions.defaults().withLease(longLease());
    }

    /** A number of repetitions, as the backend's author has scaled it. */
    int workload(int full) {
        return (int) Math.max(2, Math.round(full * kit.workload()));
    }

    /** Shows that a lock is free: a new client gets it soon, though its lease would be long. */
    void assertBecomesFree(String name) throws Exception {
        Optional<Hold> hold = client().lock(name).tryAcquire(patience.presence());
        hold.orElseThrow(() -> new AssertionFailedError("lock '" + name + "' should be free, but nobody can acquire it")).close();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    static long millisSince(long startNanos) {
        return Duration.ofNanos(System.nanoTime() - startNanos).toMillis();
    }
}
