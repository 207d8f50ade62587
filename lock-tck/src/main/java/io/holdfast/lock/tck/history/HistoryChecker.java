package io.holdfast.lock.tck.history;

import java.util.ArrayList;
import java.util.List;

/**
 * Says whether a {@link History} can be that of a correct lock. It concludes only what the times and tokens prove, so there is no
 * violation without a cause, though there may be a cause without a violation. Its time grows with n log n for n attempts. Two
 * things that break the rules by permission have no place in a history: locks that an operator breaks ({@code forceRelease}), and
 * backends without fencing tokens. Immutable.
 */
public final class HistoryChecker {
    private final List<Check> checks;

    /** Checks with the {@linkplain Checks#DEFAULT default} allowances. */
    public HistoryChecker() {
        this(Checks.DEFAULT);
    }

    /**
     * Checks with other allowances.
     *
     * @param allowed what to let pass
     */
    public HistoryChecker(Checks allowed) {
        checks = List.of(new ShapeCheck(), new OverlapCheck(), new TokenOrderCheck(), new LossCheck(), new AnswerCheck(allowed.grace()),
                new QueueCheck(allowed.settle()));
    }

    /**
     * Looks for everything that can't be right.
     *
     * @param history one that is complete: its processes have come to their end, or were killed
     * @return what was found, those of a kind together; empty for a history without fault. An attempt is named at most once for each
     *     thing that may be wrong with it, also if it is at odds with many others
     */
    public List<Violation> check(History history) {
        Evidence evidence = Evidence.of(history.events());
        List<Violation> found = new ArrayList<>();
        checks.forEach(check -> check.run(evidence, found::add));
        return List.copyOf(found);
    }
}
