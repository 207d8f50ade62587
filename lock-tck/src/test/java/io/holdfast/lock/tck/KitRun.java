package io.holdfast.lock.tck;

import static java.util.Objects.requireNonNull;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectNestedClass;

import io.holdfast.lock.spi.LockBackend;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Some groups of the kit, run inside a test on a broken backend. One at a time. */
final class KitRun implements TestExecutionListener {
    private static volatile @Nullable KitRun underWay;

    private final UnaryOperator<LockBackend> breakage;
    private final String store = "broken-" + UUID.randomUUID();
    private final Map<String, TestExecutionResult> finished = new LinkedHashMap<>();
    private final Map<String, String> skipped = new LinkedHashMap<>();

    private KitRun(UnaryOperator<LockBackend> breakage) {
        this.breakage = breakage;
    }

    static KitRun on(UnaryOperator<LockBackend> breakage, Path reports, Class<?>... groups) {
        KitRun run = new KitRun(breakage);
        underWay = run;
        try {
            LauncherFactory.create().execute(request(reports, groups), run);
        } finally {
            underWay = null;
        }
        return run;
    }

    static boolean isUnderWay() {
        return underWay != null;
    }

    static KitRun underWay() {
        return requireNonNull(underWay, "a run of the kit");
    }

    UnaryOperator<LockBackend> breakage() {
        return breakage;
    }

    String store() {
        return store;
    }

    /** Messages of failed tests by their display name. */
    Map<String, String> failures() {
        Map<String, String> failures = new LinkedHashMap<>();
        finished.forEach((test, result) -> {
            if (result.getStatus() == TestExecutionResult.Status.FAILED) {
                failures.put(test, result.getThrowable().map(Throwable::getMessage).orElse(""));
            }
        });
        return failures;
    }

    /** Reasons of skipped tests by their display name. */
    Map<String, String> skipped() {
        return skipped;
    }

    List<String> passed() {
        return finished.keySet().stream().filter(test -> finished.get(test).getStatus() == TestExecutionResult.Status.SUCCESSFUL).toList();
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (test.isTest() || result.getStatus() == TestExecutionResult.Status.FAILED) {
            finished.put(test.getDisplayName(), result);
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        skipped.put(test.getDisplayName(), reason);
    }

    private static LauncherDiscoveryRequest request(Path reports, Class<?>... groups) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
        for (Class<?> group : groups) {
            request.selectors(selectNestedClass(List.of(BrokenTck.class), group));
        }
        return request.configurationParameter(ConformanceReport.FOLDER, reports.toString())
                .build();
    }
}
