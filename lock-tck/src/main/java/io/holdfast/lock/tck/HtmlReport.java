package io.holdfast.lock.tck;

import java.util.List;
import java.util.Locale;

/** A {@link KitReport} as one page that needs nothing else: light and dark, wide and narrow. */
final class HtmlReport {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>%s</title>
            <style>
            :root { --paper: #fff; --ink: #1c1c1c; --faint: #666; --line: #ddd; --good: #17692f; --bad: #b3261e; --skip: #7a5b00; }
            @media (prefers-color-scheme: dark) {
              :root { --paper: #16181b; --ink: #e6e6e6; --faint: #a0a0a0; --line: #33373c;
                --good: #6fd08c; --bad: #ff8a80; --skip: #e3c15c; }
            }
            body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
              max-width: 60rem; margin: 0 auto; padding: 1rem; }
            h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem; }
            p, small { color: var(--faint); }
            ul { list-style: none; margin: 0; padding: 0; }
            li { border-top: 1px solid var(--line); padding: .35rem 0; overflow-wrap: anywhere; }
            b { display: inline-block; min-width: 4.5rem; font-weight: 600; }
            .passed { color: var(--good); } .failed { color: var(--bad); } .skipped { color: var(--skip); }
            </style>
            </head>
            <body>
            """;

    private final KitReport report;

    HtmlReport(KitReport report) {
        this.report = report;
    }

    String text() {
        String title = "Conformance of " + report.backend();
        StringBuilder text = new StringBuilder(HEAD.replace("%s", escape(title)));
        text.append("<h1>").append(escape(title)).append("</h1>\n<p>Version ").append(escape(report.version()))
                .append(", seed ").append(report.seed()).append(": ")
                .append(report.count(TestResult.Verdict.PASSED)).append(" passed, ")
                .append(report.count(TestResult.Verdict.FAILED)).append(" failed, ")
                .append(report.count(TestResult.Verdict.SKIPPED)).append(" skipped.</p>\n");
        for (Guarantee guarantee : Guarantee.values()) {
            text.append("<h2 id=\"").append(guarantee).append("\">").append(guarantee.label()).append("</h2>\n");
            appendGroup(text, report.of(guarantee));
        }
        return text.append("</body>\n</html>\n").toString();
    }

    private static void appendGroup(StringBuilder text, List<TestResult> results) {
        if (results.isEmpty()) {
            text.append("<p>Not run.</p>\n");
            return;
        }
        text.append("<ul>\n");
        for (TestResult result : results) {
            String verdict = result.verdict().name().toLowerCase(Locale.ROOT);
            text.append("<li><b class=\"").append(verdict).append("\">").append(verdict).append("</b> ").append(escape(result.test()))
                    .append(" <small>").append(result.millis()).append(" ms</small>");
            if (!result.reason().isEmpty()) {
                text.append("<br><small>").append(escape(result.reason())).append("</small>");
            }
            text.append("</li>\n");
        }
        text.append("</ul>\n");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
