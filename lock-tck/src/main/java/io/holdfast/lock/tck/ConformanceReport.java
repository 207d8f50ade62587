package io.holdfast.lock.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/** Writes down what comes of the tests, and makes the reports when the class is done. */
final class ConformanceReport implements BeforeEachCallback, TestWatcher, AfterAllCallback {
    static final String FOLDER = "holdfast.tck.reports";

    // Mutable state; each is thread safe by itself
    private final Map<String, Long> starts = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<TestResult> results = new ConcurrentLinkedQueue<>();

    @Override
    public void beforeEach(ExtensionContext context) {
        starts.put(context.getUniqueId(), System.nanoTime());
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
        add(context, TestResult.Verdict.PASSED, "");
    }

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        add(context, TestResult.Verdict.FAILED, cause == null ? "" : String.valueOf(cause.getMessage()));
    }

    @Override
    public void testAborted(ExtensionContext context, @Nullable Throwable cause) {
        add(context, TestResult.Verdict.SKIPPED, cause == null ? "" : String.valueOf(cause.getMessage()));
    }

    @Override
    public void testDisabled(ExtensionContext context, Optional<String> reason) {
        add(context, TestResult.Verdict.SKIPPED, reason.orElse(""));
    }

    /** Called for each group as well; only the class around them has all results. */
    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        if (!context.getRequiredTestClass().isAnnotationPresent(Shows.class)) {
            Kit kit = Kit.of(context);
            KitReport report = new KitReport(kit.info().name(), kit.info().version(), kit.seed(), List.copyOf(results));
            write(report, folder(context));
        }
    }

    /** Where all reports go. */
    static Path folder(ExtensionContext context) {
        return Path.of(context.getConfigurationParameter(FOLDER).orElse("build/reports/tck"));
    }

    private void add(ExtensionContext context, TestResult.Verdict verdict, String reason) {
        if (context.getRequiredTestClass().isAnnotationPresent(Shows.class)) {
            Long start = starts.remove(context.getUniqueId());
            long millis = start == null ? 0 : (System.nanoTime() - start) / 1_000_000;
            String test = GuaranteeNames.words(context.getRequiredTestMethod().getName());
            results.add(new TestResult(Guarantee.of(context.getRequiredTestClass()), test, verdict, reason, millis));
        }
    }

    private static void write(KitReport report, Path folder) throws IOException {
        Files.createDirectories(folder);
        String file = report.backend().replaceAll("[^A-Za-z0-9._-]", "-");
        Files.writeString(folder.resolve(file + ".tsv"), report.toTsv());
        Files.writeString(folder.resolve(file + ".md"), new MarkdownReport(report).text());
        Files.writeString(folder.resolve(file + ".html"), new HtmlReport(report).text());
    }
}
