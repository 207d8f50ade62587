package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class HistoryAnswerTest {
    private final Script script = new Script();

    @Test
    void forgottenWaiterIsFound() {
        script.asks("p1", "a", 3);
        script.asks("p2", "a", 0).granted(1, 1).released(40, 50);
        assertEquals("lock 'a': p1#1, requested at 3.000 ms, was never answered; the history ends at 50.000 ms",
                script.isWrong(Violation.Kind.UNANSWERED, "G8").message());
    }

    @Test
    void waiterOfAKilledProcessIsRight() {
        script.asks("p1", "a", 3);
        script.killed("p1", 50);
        script.isRight();
    }

    @Test
    void waiterThatBeganAfterTheKillIsFound() {
        script.killed("p1", 2);
        script.asks("p1", "a", 3);
        script.isWrong(Violation.Kind.UNANSWERED, "G8");
    }

    @Test
    void answerAfterLimitAndGraceIsFound() {
        script.asksWithin(20, "p1", "a", 0).refused(121);
        assertEquals("lock 'a': p1#1, requested at 0.000 ms with a limit of 20.000 ms, was answered after 121.000 ms",
                script.isWrong(Violation.Kind.UNANSWERED, "G10").message());
    }

    @Test
    void answerWithinTheGraceIsRight() {
        script.asksWithin(20, "p1", "a", 0).refused(120);
        script.asks("p2", "a", 0).failed(5_000);
        script.isRight();
    }

    @Test
    void timeInWhichItsProcessWasStoppedDoesNotCount() {
        script.asksWithin(20, "p1", "a", 10).refused(530);
        script.fault("p1", Event.PAUSE, 0, 210).fault("p1", Event.PAUSE, 300, 500);
        script.isRight();
    }

    @Test
    void otherFaultsAndOtherProcessesAreNoExcuse() {
        script.asksWithin(20, "p1", "a", 10).refused(530);
        script.fault("p2", Event.PAUSE, 0, 500).fault(Event.SERVER, Event.PAUSE, 0, 500).fault("p1", "cut", 0, 500);
        script.isWrong(Violation.Kind.UNANSWERED, "G10");
    }

    @Test
    void closeThatNeverReturnsIsFound() {
        script.asks("p1", "a", 0).granted(1, 1).releasing(2);
        script.isWrong(Violation.Kind.UNANSWERED, "G10");
    }

    @Test
    void closeOfAKilledProcessIsRight() {
        script.asks("p1", "a", 0).granted(1, 1).releasing(2);
        script.killed("p1", 3);
        script.isRight();
    }
}
