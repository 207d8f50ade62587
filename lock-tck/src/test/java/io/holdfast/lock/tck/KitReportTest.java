package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KitReportTest {
    @TempDir
    Path folder;

    private final TestResult skipped = new TestResult(Guarantee.G9, "in order", TestResult.Verdict.SKIPPED,
            "backend 'x' does not declare FAIR", 0);
    private final TestResult failed = new TestResult(Guarantee.G1, "alone", TestResult.Verdict.FAILED, "G1: a <b> | c", 12);

    @Test
    void reportIsReadAsItWasWritten() throws Exception {
        KitReport report = new KitReport("x", "1.2", -5, List.of(skipped, failed));
        Path file = Files.writeString(folder.resolve("x.tsv"), report.toTsv());
        assertEquals(report, KitReport.read(file));
    }

    @Test
    void lineBreaksAndTabsInMessagesDoNotBreakTheFile() throws Exception {
        TestResult odd = new TestResult(Guarantee.G1, "alone", TestResult.Verdict.FAILED, "a\tb\r\nc", 1);
        Path file = Files.writeString(folder.resolve("x.tsv"), new KitReport("x", "1\n2", 1, List.of(odd)).toTsv());
        KitReport read = KitReport.read(file);
        assertEquals("1 2", read.version());
        assertEquals("a b c", read.results().get(0).reason());
    }

    @Test
    void reportIsCompleteOnlyWithAllGuarantees() {
        List<TestResult> results = new ArrayList<>();
        Arrays.stream(Guarantee.values()).map(id -> new TestResult(id, "test", TestResult.Verdict.PASSED, "", 1)).forEach(results::add);
        assertTrue(new KitReport("x", "1", 1, results).isComplete());
        results.remove(4);
        assertFalse(new KitReport("x", "1", 1, results).isComplete());
    }

    @Test
    void markdownTellsResultReasonAndSeed() {
        String text = new MarkdownReport(new KitReport("x", "1.2", 77, List.of(skipped, failed))).text();
        assertTrue(text.contains("Version 1.2, seed 77: 0 passed, 1 failed, 1 skipped."), text);
        assertTrue(text.contains("| in order | skipped: backend 'x' does not declare FAIR | 0 |"), text);
        assertTrue(text.contains("| alone | failed: G1: a <b> \\| c | 12 |"), text);
        assertTrue(text.contains("## G2 Only the owner releases\n\nNot run."), text);
    }

    @Test
    void htmlIsEscapedAndNeedsNothingElse() {
        String text = new HtmlReport(new KitReport("<x>", "1.2", 77, List.of(skipped, failed))).text();
        assertTrue(text.contains("<h1>Conformance of &lt;x&gt;</h1>"), text);
        assertTrue(text.contains("G1: a &lt;b&gt; | c"), text);
        assertTrue(text.contains("prefers-color-scheme: dark") && text.contains("width=device-width"), text);
        assertFalse(text.contains("http"), text);
    }
}
