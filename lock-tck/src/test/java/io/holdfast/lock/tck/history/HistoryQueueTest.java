package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** First come, first served; 50 ms to settle. */
final class HistoryQueueTest {
    private final Script script = new Script();

    @Test
    void queueJumperIsFound() {
        jump(0, 51);
        assertEquals("lock 'a': p2#1, requested at 51.000 ms and granted at 300.000 ms with token 1, passed p1#1, requested at 0.000 ms and"
                + " granted at 400.000 ms with token 2, which stood in line before it",
                script.isWrong(Violation.Kind.FIFO, "G9").message());
    }

    @Test
    void requestsThatAreCloseHaveNoOrder() {
        jump(0, 50);
        script.isRight();
    }

    @Test
    void inTurnIsRight() {
        script.asksFairly("p1", "a", 0).granted(300, 1).released(301, 302);
        script.asksFairly("p2", "a", 60).granted(400, 2).released(401, 402);
        script.isRight();
    }

    @Test
    void answerThatCameLateIsNoQueueJump() {
        // p1 was served first, but its process was slow to hear of it, and lost the lock to p2 meanwhile.
        script.asksFairly("p1", "a", 0).granted(450, 1).lost(451);
        script.asksFairly("p2", "a", 60).granted(400, 2).released(401, 402);
        script.isRight();
    }

    @Test
    void bargingIsRightUnlessBothAreFair() {
        script.asks("p1", "a", 0).granted(400, 2).released(401, 402);
        script.asksFairly("p2", "a", 100).granted(300, 1).released(301, 302);
        script.asksFairly("p3", "b", 0).granted(400, 2).released(401, 402);
        script.asks("p4", "b", 100).granted(300, 1).released(301, 302);
        script.isRight();
    }

    @Test
    void waiterThatIsNeverServedWasPassedToo() {
        script.asksFairly("p1", "a", 0);
        script.asksFairly("p2", "a", 100).granted(300, 1).released(301, 302);
        List<Violation.Kind> kinds = script.violations().stream().map(Violation::kind).toList();
        assertEquals(List.of(Violation.Kind.UNANSWERED, Violation.Kind.FIFO), kinds);
        assertTrue(script.violations().get(1).message().contains("p1#1, requested at 0.000 ms and still waiting"));
    }

    @Test
    void waiterThatLeftTheQueueIsSkipped() {
        script.asksFairly("p1", "a", 0);
        script.killed("p1", 350);
        script.asksFairly("p2", "a", 0).refused(350);
        script.asksFairly("p3", "a", 0).failed(350);
        script.asksFairly("p4", "a", 100).granted(300, 1).released(301, 302);
        script.isRight();
    }

    @Test
    void anyFaultWhileItSettlesExcuses() {
        jump(0, 100);
        script.fault("p9", "cut", 50, 60);
        script.isRight();
    }

    @Test
    void faultOfAnotherProcessLaterDoesNot() {
        jump(0, 100);
        script.fault("p9", "cut", 51, 60);
        script.isWrong(Violation.Kind.FIFO, "G9");
    }

    @Test
    void faultOfItsProcessDuringTheWaitExcuses() {
        jump(0, 100);
        script.fault("p1", Event.PAUSE, 200, 210);
        script.isRight();
    }

    @Test
    void faultOfServerOrNetworkDuringTheWaitExcuses() {
        jump(0, 100);
        script.fault(Event.SERVER, "restart", 200, 210);
        script.isRight();
        Script other = new Script();
        other.asksFairly("p1", "a", 0).granted(400, 2).released(401, 402);
        other.asksFairly("p2", "a", 100).granted(300, 1).released(301, 302);
        other.fault(Event.NETWORK, "cut", 390, 500);
        other.isRight();
    }

    @Test
    void faultBeforeOrAfterDoesNot() {
        jump(20, 100);
        script.fault(Event.SERVER, "restart", 10, 19).fault(Event.SERVER, "restart", 401, 500);
        script.isWrong(Violation.Kind.FIFO, "G9");
    }

    /** The one that asked first is served last. */
    private void jump(long first, long second) {
        script.asksFairly("p1", "a", first).granted(400, 2).released(401, 402);
        script.asksFairly("p2", "a", second).granted(300, 1).released(301, 302);
    }
}
