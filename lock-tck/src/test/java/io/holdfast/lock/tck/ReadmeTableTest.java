package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ReadmeTableTest {
    @TempDir
    Path folder;

    private Path readme;

    @BeforeEach
    void writeReadme() throws IOException {
        readme = Files.writeString(folder.resolve("README.md"), "# Title\n" + ReadmeTable.BEGIN + "\n" + ReadmeTable.END + "\nRest\n");
    }

    @Test
    void tableIsWrittenBetweenTheMarksAndNowhereElse() throws Exception {
        ReadmeTable.in(readme).update(List.of(report("mem", TestResult.Verdict.PASSED, "")));
        String text = Files.readString(readme);
        assertTrue(text.startsWith("# Title\n" + ReadmeTable.BEGIN + "\n| backend | G1 | G2 |"), text);
        assertTrue(text.contains("\n| `mem` | ✓ | ✓ |"), text);
        assertTrue(text.endsWith("\n" + ReadmeTable.END + "\nRest\n"), text);
    }

    @Test
    void rowsOfOtherBackendsStay() throws Exception {
        ReadmeTable.in(readme).update(List.of(report("redis", TestResult.Verdict.FAILED, "")));
        String first = Files.readString(readme);
        ReadmeTable.in(readme).update(List.of(report("mem", TestResult.Verdict.PASSED, "")));
        String row = ReadmeTable.row(report("redis", TestResult.Verdict.FAILED, ""));
        assertTrue(first.contains(row) && Files.readString(readme).contains(row), row);
    }

    @Test
    void writingTwiceChangesNothing() throws Exception {
        Path reports = Files.createDirectory(folder.resolve("reports"));
        Files.writeString(reports.resolve("mem.tsv"), report("mem", TestResult.Verdict.PASSED, "").toTsv());
        ReadmeTable.main(new String[] {readme.toString(), reports.toString()});
        String once = Files.readString(readme);
        ReadmeTable.main(new String[] {readme.toString(), reports.toString()});
        assertEquals(once, Files.readString(readme));
    }

    @Test
    void staleRowIsAnErrorThatTellsTheWayOut() throws Exception {
        KitReport good = report("mem", TestResult.Verdict.PASSED, "");
        KitReport bad = report("mem", TestResult.Verdict.FAILED, "");
        ReadmeTable.in(readme).update(List.of(good));
        assertDoesNotThrow(() -> ReadmeTable.in(readme).requireUpToDate(good));
        AssertionError stale = assertThrows(AssertionError.class, () -> ReadmeTable.in(readme).requireUpToDate(bad));
        assertTrue(stale.getMessage().contains("is stale") && stale.getMessage().contains("readmeTable"), stale.getMessage());
        assertThrows(AssertionError.class, () -> ReadmeTable.in(readme).requireUpToDate(report("new", TestResult.Verdict.PASSED, "")));
    }

    @Test
    void missingMarksAreAnError() throws Exception {
        Files.writeString(readme, "# Title\n");
        assertThrows(IllegalStateException.class,
                () -> ReadmeTable.in(readme).requireUpToDate(report("mem", TestResult.Verdict.PASSED, "")));
    }

    @Test
    void virtualThreadsLookTheSameOnEveryJdk() {
        KitReport onNew = report("mem", TestResult.Verdict.PASSED, "");
        KitReport onOld = new KitReport("mem", "17", 1, onNew.results().stream().map(ReadmeTableTest::asOnJdk17).toList());
        assertEquals(ReadmeTable.row(onNew), ReadmeTable.row(onOld));
        assertTrue(ReadmeTable.row(onNew).endsWith(" 21+ |"), ReadmeTable.row(onNew));
    }

    @Test
    void skippedTwinsOfPresentCapabilitiesDoNotCount() {
        String twin = "backend 'mem' declares the capability FAIR";
        KitReport skipped = report("mem", TestResult.Verdict.SKIPPED, twin);
        KitReport missing = report("mem", TestResult.Verdict.SKIPPED, "backend 'mem' does not declare the capability FAIR");
        assertTrue(ReadmeTable.row(withPasses(skipped)).contains("| ✓ | ✓ |"), ReadmeTable.row(withPasses(skipped)));
        assertTrue(ReadmeTable.row(withPasses(missing)).contains("| (✓) | (✓) |"), ReadmeTable.row(withPasses(missing)));
        assertTrue(ReadmeTable.row(missing).contains("| – | – |"), ReadmeTable.row(missing));
    }

    private static KitReport report(String backend, TestResult.Verdict verdict, String reason) {
        return new KitReport(backend, "1", 1,
                Arrays.stream(Guarantee.values()).map(id -> new TestResult(id, "test", verdict, reason, 1)).toList());
    }

    private static KitReport withPasses(KitReport report) {
        List<TestResult> both = new ArrayList<>(report.results());
        both.addAll(report(report.backend(), TestResult.Verdict.PASSED, "").results());
        return new KitReport(report.backend(), "1", 1, both);
    }

    private static TestResult asOnJdk17(TestResult result) {
        return result.guarantee() != Guarantee.G15 ? result
                : new TestResult(result.guarantee(), result.test(), TestResult.Verdict.SKIPPED, "virtual threads came with JDK 21", 0);
    }
}
