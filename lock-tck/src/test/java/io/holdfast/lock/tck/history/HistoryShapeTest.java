package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HistoryShapeTest {
    private final Script script = new Script();

    @Test
    void emptyHistoryIsRight() {
        script.isRight();
    }

    @Test
    void everyWayToEndIsRight() {
        script.asks("p1", "a", 0).granted(0, 1).released(0, 0);
        script.asks("p1", "b", 0).granted(0, 1).lost(3);
        script.asks("p1", "c", 0).granted(0, 1).lost(3).lost(4).releaseLost(5, 6);
        script.asks("p1", "d", 0).granted(0, 1).releaseLost(5, 6);
        script.asks("p1", "e", 0).refused(1);
        script.asks("p1", "f", 0).failed(1);
        script.asks("p1", "g", 0).granted(1, 1).valid(1, 7);
        script.asks("p1", "h", 0);
        script.killed("p1", 7);
        script.isRight();
    }

    @Test
    void secondAnswerIsFound() {
        script.asks("p1", "a", 0).granted(1, 1).granted(2, 2).lost(3);
        assertEquals("lock 'a': p1#1 is answered twice: Granted at 1.000 ms, Granted at 2.000 ms", malformed());
    }

    @Test
    void numberThatIsUsedTwiceIsFound() {
        script.asks("p1", "a", 0).refused(1)
                .add(new Event.Requested(8_000_000_000L, "p1", 1, "b", false, Optional.empty()));
        assertEquals("lock 'a': p1#1 is requested twice: Requested at 0.000 ms, Requested at 1000.000 ms", malformed());
    }

    @Test
    void claimBeforeTheGrantIsFound() {
        script.asks("p1", "a", 0).granted(5, 1).valid(4, 6).lost(7);
        assertEquals("lock 'a': p1#1 has something that does not come before its time: Valid at 4.000 ms", malformed());
    }

    @Test
    void releaseWithoutGrantIsFound() {
        script.asks("p1", "a", 0).refused(5).released(6, 7);
        assertEquals("lock 'a': p1#1 has something that does not come before its time: Releasing at 6.000 ms", malformed());
    }

    @Test
    void secondReleaseIsFound() {
        script.asks("p1", "a", 0).granted(1, 1).released(2, 3).released(2, 4);
        malformed();
    }

    @Test
    void answerBeforeTheRequestIsFound() {
        script.asks("p1", "a", 2).refused(1);
        malformed();
    }

    @Test
    void attemptWithoutRequestIsFound() {
        script.appears("p1").granted(3, 1).released(4, 5);
        assertEquals("p1#1 was never requested: Granted at 0.000 ms", malformed());
    }

    @Test
    void holdWithoutEndIsFound() {
        script.asks("p1", "a", 0).granted(1, 1).valid(2, 3);
        assertEquals("lock 'a': p1#1 has no end: it was granted at 1.000 ms", malformed());
    }

    @Test
    void deadProcessThatGoesOnIsFound() {
        script.asks("p1", "a", 0).granted(1, 1).valid(2, 6);
        script.killed("p1", 5);
        assertEquals("lock 'a': p1#1 goes on after Killed at 5.000 ms of its process: Valid at 2.000 ms", malformed());
    }

    @Test
    void endOfAFaultThatNeverBeganIsFound() {
        script.faultBegins("p1", Event.PAUSE, 0).faultEnds("p1", Event.PAUSE, 1).faultEnds("p1", Event.PAUSE, 2);
        assertEquals("a fault that never began: FaultEnded at 2.000 ms", malformed());
    }

    private String malformed() {
        return script.isWrong(Violation.Kind.MALFORMED, "").message();
    }
}
