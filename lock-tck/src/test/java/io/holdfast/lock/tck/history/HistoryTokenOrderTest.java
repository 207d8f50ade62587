package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class HistoryTokenOrderTest {
    private final Script script = new Script();

    @Test
    void smallerTokenForALaterRequestIsFound() {
        script.asks("p1", "a", 0).granted(1, 6).lost(2);
        script.asks("p2", "a", 3).granted(4, 5).lost(5);
        assertEquals("lock 'a': p1#1, granted at 1.000 ms, has token 6; p2#1, requested later at 3.000 ms, has the smaller token 5",
                script.isWrong(Violation.Kind.TOKEN_ORDER, "G7").message());
    }

    @Test
    void smallerTokenOfAGrantThatWasHeardOfLateIsRight() {
        script.asks("p1", "a", 0).granted(4, 6).lost(5);
        script.asks("p2", "a", 3).granted(7, 5).lost(8);
        script.isRight();
    }

    @Test
    void smallerTokenForALaterClaimIsFound() {
        script.asks("p1", "a", 0).granted(2, 6).valid(2, 5).released(5, 6);
        script.asks("p2", "a", 1).granted(7, 5).valid(7, 8).released(8, 9);
        assertEquals("lock 'a': p1#1, valid from 2.000 to 5.000 ms, has token 6; p2#1, valid later from 7.000 to 8.000 ms, has the smaller"
                + " token 5", script.isWrong(Violation.Kind.TOKEN_ORDER, "G7").message());
    }

    @Test
    void tokensInTheOrderOfTheClaimsAreRight() {
        script.asks("p1", "a", 0).granted(2, 5).valid(2, 5).released(5, 6);
        script.asks("p2", "a", 1).granted(7, 6).valid(7, 8).released(8, 9);
        script.isRight();
    }

    @Test
    void equalTokensAreFoundInAnyOrder() {
        script.asks("p1", "a", 0).granted(4, 5).lost(5);
        script.asks("p2", "a", 3).granted(7, 5).lost(8);
        script.isWrong(Violation.Kind.TOKEN_ORDER, "G7");
    }

    @Test
    void equalTokensOfDifferentLocksAreRight() {
        script.asks("p1", "a", 0).granted(4, 5).lost(5);
        script.asks("p2", "b", 3).granted(7, 5).lost(8);
        script.isRight();
    }

    @Test
    void tokenOfAKilledProcessCounts() {
        script.asks("p1", "a", 0).granted(1, 6);
        script.killed("p1", 2);
        script.asks("p2", "a", 50).granted(51, 6).released(52, 53);
        script.isWrong(Violation.Kind.TOKEN_ORDER, "G7");
    }

    @Test
    void tokensMayHaveGaps() {
        script.asks("p1", "a", 0).granted(1, 6).released(2, 3);
        script.asks("p2", "a", 50).granted(51, 640).released(52, 53);
        script.isRight();
    }
}
