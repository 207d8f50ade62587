package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.spi.AcquireOutcome;
import io.holdfast.lock.spi.LockBackend;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * The kit of the kit: for each guarantee a backend that breaks it, on which the kit must fail there, with a message that says
 * what is wrong. Beside the broken group each run has a group that the breakage leaves alone, and which must pass: {@link
 * LockBackendTck.Reentry} unless said otherwise, since it needs no second owner and no wait.
 *
 * <p>Only the two groups run. Most breakages make others fail too, and rightly: without mutual exclusion, say, no order of
 * service can be observed.
 */
final class BrokenBackendTest {
    @TempDir
    Path reports;

    @Test
    void twoServersBreakMutualExclusion() {
        // Every group shows something against a second client, who is not excluded here: none can be left alone.
        assertBreaks(BrokenBackends.SplitBrain::new, LockBackendTck.MutualExclusion.class, LockBackendTck.MutualExclusion.class,
                "second owner is refused while first holds", "another client got a lock that is held");
    }

    @Test
    void releaseWithoutLookBreaksOwnership() {
        assertBreaks(BrokenBackends.ReleasesWhateverIsHeld::new, LockBackendTck.OwnerOnlyRelease.class,
                "stale release frees nothing", "a release that comes a second time");
    }

    /**
     * Re-entry is the engine's; all a backend can do to it is to forget the grant that is entered again. No other group can pass
     * then, so there is none beside it.
     */
    @Test
    void forgottenGrantsBreakReentry() {
        assertBreaks(BrokenBackends.ForgetsAtOnce::new, LockBackendTck.Reentry.class, LockBackendTck.Reentry.class,
                "reentry costs no round trip and keeps the token", "the hold was lost");
    }

    @Test
    void endlessLeaseBreaksTheEndOfDeadHolders() {
        assertBreaks(real -> new BrokenBackends.OtherLease(real, lease -> Duration.ofDays(1)), LockBackendTck.DeadHolder.class,
                "waiter gets the lock of a silent holder", "a silent holder still has the lock");
    }

    @Test
    void renewalThatRenewsNothingBreaksLiveHolders() {
        assertBreaks(BrokenBackends.RenewsNothing::new, LockBackendTck.LiveHolder.class,
                "hold outlives many leases", "another client got a lock whose holder is alive");
    }

    @Test
    void shorterLeaseBreaksTheWordOfLoss() {
        assertBreaks(real -> new BrokenBackends.OtherLease(real, lease -> lease.dividedBy(2)), LockBackendTck.LossIsTold.class,
                "lost by the time another can acquire when the server hangs", "still valid although another client has the lock");
    }

    @Test
    void tokenThatStaysBreaksFencing() {
        assertBreaks(BrokenBackends.SameToken::new, LockBackendTck.Fencing.class,
                "tokens grow over expiry", "is not larger than");
    }

    @Test
    void lostMessagesBreakWakeUps() {
        assertBreaks(BrokenBackends.LosesWakeUps::new, LockBackendTck.WakeUp.class,
                "waiter is woken soon after the release", "the waiter is woken by the release");
    }

    @Test
    void broadcastBreaksWakeUps() {
        var herd = ConcurrentHashMap.<CompletableFuture<AcquireOutcome>>newKeySet();
        assertBreaks(real -> new BrokenBackends.WakesTheHerd(real, herd), LockBackendTck.WakeUp.class,
                "one release wakes one waiter", "woken for nothing");
    }

    @Test
    void stackBreaksFairness() {
        var stack = new LastComeFirstServed.Stack();
        assertBreaks(real -> new LastComeFirstServed(real, stack), LockBackendTck.Fairness.class,
                "waiters of all clients are served in the order of their arrival", "order of service");
    }

    @Test
    void ignoredWithdrawalBreaksTimeLimits() {
        assertBreaks(BrokenBackends.IgnoresWithdrawal::new, LockBackendTck.TimeLimits.class,
                "withdrawn waiter never gets the lock", "the withdrawn wait ends");
    }

    @Test
    void countedRequestsBreakRetries() {
        assertBreaks(BrokenBackends.CountsRepeatedRequests::new, LockBackendTck.RetrySafety.class,
                "repeated acquire is one grant", "the repeated acquire was counted twice");
    }

    @Test
    void keyPerNameBreaksBounds() {
        assertBreaks(BrokenBackends.KeepsAKeyPerName::new, LockBackendTck.NothingLeft.class,
                "names used once leave nothing in the store", "after names were used once");
    }

    @Test
    void ignoredCaseBreaksNames() {
        assertBreaks(real -> new BrokenBackends.Renaming(real, name -> name.toLowerCase(Locale.ROOT)), LockBackendTck.Names.class,
                "names that differ are different locks", "lock \"TCK\" can't be acquired");
    }

    @Test
    void trimmedNamesBreakNames() {
        assertBreaks(real -> new BrokenBackends.Renaming(real, String::trim), LockBackendTck.Names.class,
                "names that differ are different locks", "lock \"\\u0020tck\" can't be acquired");
    }

    @Test
    void errorsTakenForNoBreakClearFailure() {
        assertBreaks(BrokenBackends.TakesErrorsForNo::new, LockBackendTck.ClearFailure.class,
                "broken connection is never a no", "answer to release");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads came with JDK 21")
    void blockedThreadsBreakVirtualThreads() {
        assertBreaks(BrokenBackends.BlocksAThreadPerWaiter::new, LockBackendTck.VirtualThreads.class,
                "waiting virtual threads need no platform threads", "more platform threads");
    }

    @Test
    void absentCapabilitiesAreSkippedWithReasonAndTheirTwinsPass() {
        KitRun run = KitRun.on(BrokenBackends.WithoutCapabilities::new, reports, LockBackendTck.Fencing.class, LockBackendTck.WakeUp.class,
                LockBackendTck.Fairness.class, LockBackendTck.ClearFailure.class, LockBackendTck.Reentry.class);
        assertEquals(Map.of(), run.failures(), "failures");
        assertEquals("backend 'modest' does not declare the capability FAIR", run.skipped().get("G9 dead waiter is skipped"));
        assertEquals("backend 'modest' does not declare the capability FENCING", run.skipped().get("G7 tokens grow over expiry"));
        assertTrue(run.passed().contains("G9 fair locks are refused where the backend has none"), () -> "passed: " + run.passed());
        assertTrue(run.passed().contains("G14 tokens are refused where the backend has none"), () -> "passed: " + run.passed());
        assertTrue(run.passed().contains("G14 inspect is refused where the backend has none"), () -> "passed: " + run.passed());
        assertTrue(run.passed().contains("G14 force release is refused where the backend has none"), () -> "passed: " + run.passed());
    }

    private void assertBreaks(UnaryOperator<LockBackend> breakage, Class<?> group, String test, String message) {
        assertBreaks(breakage, group, LockBackendTck.Reentry.class, test, message);
    }

    private void assertBreaks(UnaryOperator<LockBackend> breakage, Class<?> group, Class<?> leftAlone, String test, String message) {
        Guarantee guarantee = Guarantee.of(group);
        Map<String, String> failures = KitRun.on(breakage, reports, group, leftAlone).failures();
        String failure = failures.get(guarantee + " " + test);
        assertTrue(failure != null, () -> "'" + test + "' did not fail; failures: " + failures);
        assertTrue(failure.contains(message), () -> "not readable: " + failure);
        failures.forEach((name, text) -> assertTrue(text.startsWith(guarantee.label() + ": "),
                () -> "a failure elsewhere than in " + guarantee.label() + ": " + name + ": " + text));
        assertFalse(failures.isEmpty(), "failures");
    }
}
