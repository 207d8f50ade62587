package io.holdfast.lock.tck;

import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.LockBackend;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.TestClassOrder;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The compatibility kit. A backend author extends it with one method, and runs it as any JUnit test:
 *
 * <pre>{@code
 * class RedisTckTest extends LockBackendTck {
 *     @Override
 *     protected LockBackend openBackend() {
 *         return RedisLockBackend.open("redis://localhost:6379");
 *     }
 * }
 * }</pre>
 *
 * <p>There is one group of tests per guarantee; its id stands in the names of its tests and in front of every failure message.
 * What the backend does not declare in {@link BackendInfo#capabilities()} is skipped with that reason, and it is shown instead
 * that asking for it is refused. Clients are played by several connections inside this JVM.
 *
 * <p>Afterwards a conformance report is in {@code build/reports/tck/<backend>.md}, {@code .html} and {@code .tsv}. System
 * properties:
 *
 * <ul>
 *   <li>{@code holdfast.tck.reports}: another folder for the reports
 *   <li>{@code holdfast.tck.seed}: the seed of the random tests, as a failure message and the report show it
 *   <li>{@code holdfast.tck.patience}: a factor for {@link #patience()}, say 3 on a busy machine
 *   <li>{@code holdfast.tck.workload}: a factor for {@link #workload()}, say 0.1 for a slow server
 * </ul>
 *
 * <p>One object serves all tests, so fields may hold a server that was started in {@code @BeforeAll}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@DisplayNameGeneration(GuaranteeNames.class)
@TestClassOrder(GuaranteeOrder.class)
@ExtendWith({ConformanceReport.class, CapabilityCondition.class, GuaranteeInMessage.class, LogsOfFailures.class})
// JUnit makes these by reflection; no author needs to name them.
@SuppressWarnings("exports")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class LockBackendTck extends Kit {
    // Mutable state, used by the thread that runs the tests
    private @Nullable BackendInfo info;

    /** For the subclass. */
    protected LockBackendTck() {}

    /**
     * Opens a new connection to the store, independent of those opened before: another client. All calls lead to the same
     * store. The kit closes what it opens.
     *
     * @return the connection
     * @throws Exception if the store can't be reached; the test fails with it
     */
    protected abstract LockBackend openBackend() throws Exception;

    /**
     * How many entries (keys, nodes, rows) the locks of all clients occupy in the store at this moment: zero if nobody holds or
     * awaits a lock. Without it the kit can't show that nothing is left behind (part of G12), and says so.
     *
     * @return the number; empty, the default, if it can't be told
     */
    protected OptionalLong residue() {
        return OptionalLong.empty();
    }

    /**
     * How long to wait for a thing, and how long to prove its absence.
     *
     * @return {@link Patience#DEFAULT} times the system property {@code holdfast.tck.patience}
     */
    protected Patience patience() {
        return Patience.DEFAULT.times(factor("holdfast.tck.patience"));
    }

    /**
     * A factor for the number of repetitions, names and acquisitions in the large tests.
     *
     * @return the system property {@code holdfast.tck.workload}, 1 by default
     */
    protected double workload() {
        return factor("holdfast.tck.workload");
    }

    @Nested
    class MutualExclusion extends MutualExclusionTests {
        MutualExclusion() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class OwnerOnlyRelease extends OwnerOnlyReleaseTests {
        OwnerOnlyRelease() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class Reentry extends ReentryTests {
        Reentry() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class DeadHolder extends DeadHolderTests {
        DeadHolder() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class LiveHolder extends LiveHolderTests {
        LiveHolder() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class LossIsTold extends LossIsToldTests {
        LossIsTold() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class Fencing extends FencingTests {
        Fencing() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class WakeUp extends WakeUpTests {
        WakeUp() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class Fairness extends FairnessTests {
        Fairness() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class TimeLimits extends TimeLimitsTests {
        TimeLimits() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class RetrySafety extends RetrySafetyTests {
        RetrySafety() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class NothingLeft extends NothingLeftTests {
        NothingLeft() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class Names extends NamesTests {
        Names() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class ClearFailure extends ClearFailureTests {
        ClearFailure() {
            super(LockBackendTck.this);
        }
    }

    @Nested
    class VirtualThreads extends VirtualThreadsTests {
        VirtualThreads() {
            super(LockBackendTck.this);
        }
    }

    /** Opens a connection on first use. */
    @Override
    final BackendInfo info() {
        if (info == null) {
            info = readInfo();
        }
        return info;
    }

    private BackendInfo readInfo() {
        try (LockBackend backend = openBackend()) {
            return backend.info();
        } catch (Exception failed) {
            throw new IllegalStateException("the backend under test can't be opened: " + failed, failed);
        }
    }
}
