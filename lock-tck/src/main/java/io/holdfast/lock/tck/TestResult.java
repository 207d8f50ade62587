package io.holdfast.lock.tck;

import static java.util.Objects.requireNonNull;

/**
 * What came of one test.
 *
 * @param test its name in words
 * @param reason why it was skipped, or the failure message; empty if it passed
 */
record TestResult(Guarantee guarantee, String test, Verdict verdict, String reason, long millis) {
    TestResult {
        requireNonNull(guarantee, "guarantee");
        requireNonNull(test, "test");
        requireNonNull(verdict, "verdict");
        requireNonNull(reason, "reason");
    }

    enum Verdict {
        PASSED,
        SKIPPED,
        FAILED
    }

    boolean is(Verdict other) {
        return verdict == other;
    }
}
