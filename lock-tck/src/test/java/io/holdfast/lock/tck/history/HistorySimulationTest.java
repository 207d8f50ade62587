package io.holdfast.lock.tck.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class HistorySimulationTest {
    private static final int SEEDS = 30;

    @TempDir
    Path folder;

    private final HistoryChecker checker = new HistoryChecker(HistorySimulator.CHECKS);

    @Test
    void correctLockUnderFaultsIsRight() {
        for (int seed = 0; seed < SEEDS; seed++) {
            History history = HistorySimulator.rough(seed, 2_000);
            List<Violation> found = checker.check(history);
            HistorySummary summary = HistorySummary.of(history, found);
            assertEquals(List.of(), found, "seed " + seed);
            // Otherwise it would have been easy to be right.
            assertTrue(summary.granted() > 500 && summary.refused() > 50 && summary.lost() > 5 && summary.unanswered() > 5
                    && summary.killed() > 1 && summary.faults().keySet().equals(Set.of("pause", "restart")), summary::text);
        }
    }

    @Test
    void faultsAreTheOnlyExcuse() {
        History hushedUp = new History();
        HistorySimulator.rough(1, 2_000).events().stream()
                .filter(event -> !(event instanceof Event.FaultBegan) && !(event instanceof Event.FaultEnded)).forEach(hushedUp::add);
        Set<Violation.Kind> kinds = checker.check(hushedUp).stream().map(Violation::kind).collect(Collectors.toSet());
        assertEquals(Set.of(Violation.Kind.UNANSWERED, Violation.Kind.FIFO), kinds);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void oneMistakeIsFoundAsWhatItIs(HistorySimulator.Bug bug) {
        for (int seed = 0; seed < SEEDS; seed++) {
            List<Violation> found = checker.check(HistorySimulator.wrong(seed, 2_000, bug));
            assertEquals(Set.of(String.valueOf(bug.kind())), kinds(found, bug), bug + ", seed " + seed + ": " + found);
        }
    }

    @Test
    void fileTellsTheSame() throws Exception {
        History history = HistorySimulator.wrong(7, 2_000, HistorySimulator.Bug.DOUBLE_GRANT);
        Path file = folder.resolve("history.tsv");
        history.write(file);
        assertEquals(checker.check(history), checker.check(History.read(file)));
    }

    @Test
    void longHistoryIsChecked() {
        History history = HistorySimulator.rough(42, 200_000);
        assertTrue(history.attempts().size() >= 200_000);
        assertEquals(List.of(), checker.check(history));
    }

    @Test
    void longHistoryFullOfMistakesIsChecked() {
        History history = new History();
        for (int i = 0; i < 200_000; i++) {
            history.add(new Event.Requested(i, "p1", i, "a", true, Optional.empty()));
            history.add(new Event.Granted(i + 1, "p1", i, 7));
            history.add(new Event.Valid(i + 1, "p1", i, 300_000));
            history.add(new Event.Lost(300_001, "p1", i));
        }
        HistorySummary summary = HistorySummary.of(history, new HistoryChecker().check(history));
        assertEquals(199_999, summary.violations().get(Violation.Kind.OVERLAP));
        assertEquals(199_999, summary.violations().get(Violation.Kind.TOKEN_ORDER));
    }

    /** A lost waiter has been passed as well, if the lock is fair. */
    private static Set<String> kinds(List<Violation> found, HistorySimulator.Bug bug) {
        return found.stream().map(Violation::kind)
                .filter(kind -> bug != HistorySimulator.Bug.LOST_WAITER || kind != Violation.Kind.FIFO)
                .map(Violation.Kind::name).collect(Collectors.toSet());
    }
}
