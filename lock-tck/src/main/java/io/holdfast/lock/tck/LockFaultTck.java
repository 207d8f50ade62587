package io.holdfast.lock.tck;

import io.holdfast.lock.LockClient;
import io.holdfast.lock.spi.BackendInfo;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The second part of the compatibility kit: it breaks things. Clients are real processes that are killed and stopped, a real network
 * is cut and goes silent, servers hang, restart and lose their data, clocks jump. A backend author extends it with one method for
 * each topology:
 *
 * <pre>{@code
 * class RedisFaultTckTest extends LockFaultTck {
 *     @Override
 *     protected StoreUnderTest startStore() {
 *         return new RedisStore(Servers.redis("appendonly yes", "appendfsync always"));
 *     }
 * }
 * }</pre>
 *
 * <p>Each test says in its name which guarantee it shows. After each, the history of all processes is checked: no two valid holds
 * overlap, tokens strictly grow, every waiter is served or told. What the store can't do ({@link StoreUnderTest}) or the backend
 * does not declare is skipped with that reason.
 *
 * <p>The backend must be on the class path with its provider, because other processes find it by URL. System properties, besides
 * those of {@link LockBackendTck}:
 *
 * <ul>
 *   <li>{@code holdfast.tck.chaos.seconds}: how long the stochastic test runs, see {@link #chaos()}
 * </ul>
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(GuaranteeNames.class)
@ExtendWith({StoreCondition.class, CapabilityCondition.class, GuaranteeInMessage.class, LogsOfFailures.class})
// JUnit makes these by reflection; no author needs to name them.
@SuppressWarnings("exports")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class LockFaultTck extends Kit {
    // Mutable state, used by the thread that runs the tests
    private @Nullable StoreUnderTest store;
    private @Nullable LockClient observer;

    /** For the subclass. */
    protected LockFaultTck() {}

    /**
     * Starts the store. Called once; the kit closes it after the last test.
     *
     * @return the store, ready for clients
     * @throws Exception if it does not start; all tests fail then
     */
    protected abstract StoreUnderTest startStore() throws Exception;

    /**
     * How long to wait for a thing, and how long to prove its absence.
     *
     * @return {@link Patience#DEFAULT} times the system property {@code holdfast.tck.patience}
     */
    protected Patience patience() {
        return Patience.DEFAULT.times(factor("holdfast.tck.patience"));
    }

    /**
     * How long the stochastic test runs.
     *
     * @return the system property {@code holdfast.tck.chaos.seconds}; by default 60 s, or 20 s if there is only processes to harm
     */
    protected Duration chaos() {
        boolean rich = store().server().isPresent() || store().road().isPresent();
        return Duration.ofSeconds(Long.getLong("holdfast.tck.chaos.seconds", rich ? 60 : 20));
    }

    /**
     * How long clients wait for a sign of life from a silent store, as {@code LockClientBuilder.answerLimit}.
     *
     * @return 3 s
     */
    protected Duration answerLimit() {
        return Duration.ofSeconds(3);
    }

    @BeforeAll
    final void openStore() throws Exception {
        store = startStore();
    }

    @AfterAll
    final void closeStore() {
        try {
            if (observer != null) {
                observer.close();
            }
        } finally {
            if (store != null) {
                store.close();
            }
        }
    }

    @Nested
    class Processes extends ProcessFaultTests {
        Processes() {
            super(LockFaultTck.this);
        }
    }

    @Nested
    class Pauses extends PauseFaultTests {
        Pauses() {
            super(LockFaultTck.this);
        }
    }

    @Nested
    class Network extends NetworkFaultTests {
        Network() {
            super(LockFaultTck.this);
        }
    }

    @Nested
    class Server extends ServerFaultTests {
        Server() {
            super(LockFaultTck.this);
        }
    }

    @Nested
    class Succession extends SuccessionFaultTests {
        Succession() {
            super(LockFaultTck.this);
        }
    }

    @Nested
    class Clock extends ClockFaultTests {
        Clock() {
            super(LockFaultTck.this);
        }
    }

    @Nested
    class Stochastic extends StochasticFaultTests {
        Stochastic() {
            super(LockFaultTck.this);
        }
    }

    final StoreUnderTest store() {
        if (store == null) {
            throw new IllegalStateException("the store was not started");
        }
        return store;
    }

    final LockClient observer() {
        if (observer == null) {
            observer = LockClient.connect(store().url());
        }
        return observer;
    }

    @Override
    final BackendInfo info() {
        return observer().backend();
    }
}
