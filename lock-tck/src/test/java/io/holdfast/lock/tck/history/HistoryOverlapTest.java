package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class HistoryOverlapTest {
    private final Script script = new Script();

    @Test
    void twoValidHoldsAreFoundAndNamed() {
        script.asks("p1", "a|b", 0).granted(1, 5).valid(1, 20).released(20, 21);
        script.asks("p2", "a|b", 2).granted(15, 6).valid(16, 30).released(30, 31);
        Violation found = script.isWrong(Violation.Kind.OVERLAP, "G1");
        assertEquals("lock 'a|b': p1#1 with token 5, valid from 1.000 to 20.000 ms, and p2#1 with token 6, valid from 15.000 to 30.000 ms,"
                + " overlap by 5.000 ms", found.message());
        assertEquals(10, found.events().size());
    }

    @Test
    void holdsThatTouchAreRight() {
        script.asks("p1", "a", 0).granted(1, 5).valid(1, 20).released(20, 21);
        script.asks("p2", "a", 2).granted(20, 6).valid(20, 30).released(30, 31);
        script.isRight();
    }

    @Test
    void holdsOfDifferentLocksAreRight() {
        script.asks("p1", "a", 0).granted(1, 5).valid(1, 20).released(20, 21);
        script.asks("p2", "A", 2).granted(3, 5).valid(4, 30).released(30, 31);
        script.isRight();
    }

    @Test
    void lossThatIsToldTooLateIsFound() {
        script.asks("p1", "a", 0).granted(1, 5).valid(1, 20).lost(22);
        script.asks("p2", "a", 2).granted(15, 6).valid(15, 18).released(18, 19);
        script.isWrong(Violation.Kind.OVERLAP, "G6");
    }

    @Test
    void lossBetweenTheLastLookAndTheCallbackIsRight() {
        script.asks("p1", "a", 0).granted(1, 5).valid(1, 14).lost(22).releaseLost(23, 24);
        script.asks("p2", "a", 2).granted(15, 6).valid(15, 18).released(18, 19);
        script.isRight();
    }

    @Test
    void claimOfAKilledProcessCountsToItsLastReport() {
        script.asks("p1", "a", 0).granted(1, 5).valid(1, 4).valid(1, 20);
        script.killed("p1", 40);
        script.asks("p2", "a", 2).granted(25, 6).valid(25, 30).released(30, 31);
        script.isRight();
        script.asks("p3", "a", 0).granted(18, 4).released(19, 20);
        script.isWrong(Violation.Kind.OVERLAP, "G1");
    }

    @Test
    void grantThatWasLostOnTheWayIsRight() {
        script.asks("p1", "a", 0).granted(20, 5).lost(20);
        script.asks("p2", "a", 2).granted(15, 6).valid(15, 30).released(30, 31);
        script.isRight();
    }

    @Test
    void momentWithinAnothersClaimIsFound() {
        script.asks("p1", "a", 0).granted(1, 5).released(20, 21);
        script.asks("p2", "a", 2).granted(15, 6).valid(15, 15).lost(16);
        script.isWrong(Violation.Kind.OVERLAP, "G1");
    }

    @Test
    void longHoldIsNotForgottenBehindAShortOne() {
        script.asks("p1", "a", 0).granted(1, 1).released(50, 51);
        script.asks("p2", "a", 0).granted(5, 2).released(6, 7);
        script.asks("p3", "a", 0).granted(40, 3).released(41, 42);
        assertEquals(2, script.violations().stream().filter(found -> found.kind() == Violation.Kind.OVERLAP).count());
    }
}
