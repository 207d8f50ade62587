package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryTest {
    @TempDir
    Path folder;

    private final Script script = new Script();

    @Test
    void historyIsReadAsItWasWritten() throws Exception {
        script.asks("p1", "a\nb", 0).granted(1, 5).valid(1, 3).released(4, 5);
        script.fault("p1", Event.PAUSE, 2, 3).killed("p1", 9);
        Path file = folder.resolve("history.tsv");
        script.history().write(file);
        assertEquals(script.history().events(), History.read(file).events());
    }

    @Test
    void tornLineIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("history.tsv"), "KILLED\t1\tp1\t.\nKILLED\t1\tp");
        String message = assertThrows(IOException.class, () -> History.read(file)).getMessage();
        assertTrue(message.contains("history.tsv, line 2: not an event"), message);
    }

    @Test
    void attemptsArePutTogetherInTheOrderOfTheirRequests() {
        Script.Actor second = script.asks("p1", "a", 10);
        Script.Actor first = script.asks("p2", "b", 0);
        second.granted(12, 7);
        first.refused(11);
        List<Attempt> attempts = script.history().attempts();
        assertEquals("[p2#1, p1#1]", attempts.toString());
        assertEquals(List.of(Attempt.Outcome.REFUSED, Attempt.Outcome.GRANTED), attempts.stream().map(Attempt::outcome).toList());
        assertEquals(2, attempts.get(1).events().size());
    }

    @Test
    void claimsOfAHoldAreOneClaimFromItsGrantOn() {
        script.asks("p1", "a", 0).granted(1, 1).valid(5, 6).valid(2, 3).lost(9);
        Attempt.Claim claim = script.history().attempts().get(0).claim().orElseThrow();
        assertEquals(5_000_000, claim.to() - claim.from());
    }

    @Test
    void closeThatReturnedIsAClaimAndOneThatThrewIsNone() {
        script.asks("p1", "a", 0).granted(1, 1).released(4, 8);
        script.asks("p2", "a", 10).granted(11, 2).releaseLost(14, 15);
        List<Optional<Attempt.Claim>> claims = script.history().attempts().stream().map(Attempt::claim).toList();
        assertEquals(3_000_000, claims.get(0).orElseThrow().to() - claims.get(0).orElseThrow().from());
        assertEquals(Optional.empty(), claims.get(1));
    }

    @Test
    void killEndsWhatWasBegunAndNotWhatTheNextProcessOfThatNameBegins() {
        script.asks("p1", "a", 0);
        script.killed("p1", 5);
        script.asks("p1", "a", 6);
        List<Attempt.Outcome> outcomes = script.history().attempts().stream().map(Attempt::outcome).toList();
        assertEquals(List.of(Attempt.Outcome.KILLED, Attempt.Outcome.WAITING), outcomes);
    }

    @Test
    void manyThreadsMayAdd() throws Exception {
        History history = new History();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            String process = "p" + i;
            threads.add(new Thread(() -> addMany(history, process)));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(4_000, history.events().size());
        assertEquals(4_000, history.attempts().size());
    }

    private static void addMany(History history, String process) {
        for (int i = 0; i < 1_000; i++) {
            history.add(new Event.Requested(i, process, i, "a", false, Optional.empty()));
        }
    }
}
