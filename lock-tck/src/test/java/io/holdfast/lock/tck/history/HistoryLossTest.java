package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class HistoryLossTest {
    private final Script script = new Script();

    @Test
    void claimAfterTheLossIsFound() {
        script.asks("p1", "a", 0).granted(1, 1).valid(1, 11).lost(10);
        assertEquals("lock 'a': p1#1, told of its loss at 10.000 ms, was valid at 11.000 ms",
                script.isWrong(Violation.Kind.CLAIM_AFTER_LOSS, "G6").message());
    }

    @Test
    void claimUpToTheLossIsRight() {
        script.asks("p1", "a", 0).granted(1, 1).valid(1, 10).lost(10).releaseLost(11, 12);
        script.isRight();
    }

    @Test
    void firstLossCounts() {
        script.asks("p1", "a", 0).granted(1, 1).valid(1, 11).lost(12).lost(10);
        script.isWrong(Violation.Kind.CLAIM_AFTER_LOSS, "G6");
    }

    @Test
    void closeThatIsSilentAboutTheLossIsFound() {
        script.asks("p1", "a", 0).granted(1, 1).valid(1, 9).lost(10).released(11, 12);
        script.isWrong(Violation.Kind.CLAIM_AFTER_LOSS, "G6");
    }

    @Test
    void lossWhileTheHoldIsBeingClosedIsRight() {
        script.asks("p1", "a", 0).granted(1, 1).valid(1, 9).lost(10).released(10, 12);
        script.isRight();
    }

    @Test
    void claimAfterCloseIsFound() {
        script.asks("p1", "a", 0).granted(1, 1).valid(1, 13).released(11, 12);
        script.isWrong(Violation.Kind.CLAIM_AFTER_LOSS, "G6");
    }

    @Test
    void claimDuringCloseIsRight() {
        script.asks("p1", "a", 0).granted(1, 1).valid(1, 12).released(11, 12);
        script.isRight();
    }
}
