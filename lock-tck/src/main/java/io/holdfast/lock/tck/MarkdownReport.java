package io.holdfast.lock.tck;

import java.util.Locale;

/** A {@link KitReport} to read in a terminal or in a pull request. */
final class MarkdownReport {
    private final KitReport report;

    MarkdownReport(KitReport report) {
        this.report = report;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append("# Conformance of `").append(report.backend()).append("`\n\n");
        text.append("Version ").append(report.version()).append(", seed ").append(report.seed()).append(": ")
                .append(report.count(TestResult.Verdict.PASSED)).append(" passed, ")
                .append(report.count(TestResult.Verdict.FAILED)).append(" failed, ")
                .append(report.count(TestResult.Verdict.SKIPPED)).append(" skipped.\n");
        for (Guarantee guarantee : Guarantee.values()) {
            text.append("\n## ").append(guarantee.label()).append("\n\n");
            appendGroup(text, guarantee);
        }
        return text.toString();
    }

    private void appendGroup(StringBuilder text, Guarantee guarantee) {
        if (report.of(guarantee).isEmpty()) {
            text.append("Not run.\n");
            return;
        }
        text.append("| test | result | ms |\n|---|---|---:|\n");
        for (TestResult result : report.of(guarantee)) {
            String verdict = result.verdict().name().toLowerCase(Locale.ROOT);
            String reason = result.reason().isEmpty() ? "" : ": " + cell(result.reason());
            text.append("| ").append(cell(result.test())).append(" | ").append(verdict).append(reason)
                    .append(" | ").append(result.millis()).append(" |\n");
        }
    }

    private static String cell(String text) {
        return text.replaceAll("\\s+", " ").replace("|", "\\|");
    }
}
