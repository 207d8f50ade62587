package io.holdfast.lock.tck;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Puts the guarantee in front of whatever a test fails with, and the seed behind it. */
final class GuaranteeInMessage implements TestExecutionExceptionHandler, LifecycleMethodExecutionExceptionHandler {
    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw named(context, failure);
    }

    @Override
    public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw named(context, failure);
    }

    @Override
    public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        throw named(context, failure);
    }

    private static Throwable named(ExtensionContext context, Throwable failure) {
        Optional<Guarantee> guarantee = Guarantee.of(context);
        if (failure instanceof TestAbortedException || guarantee.isEmpty()) {
            return failure;
        }
        String message = guarantee.get().message(describe(failure) + " [seed " + Kit.of(context).seed() + "]");
        return failure instanceof AssertionFailedError failed ? renamed(message, failed) : new AssertionFailedError(message, failure);
    }

    /** Keeps expected and actual apart, because development environments show their difference. */
    private static AssertionFailedError renamed(String message, AssertionFailedError failed) {
        AssertionFailedError named = failed.isExpectedDefined() && failed.isActualDefined()
                ? new AssertionFailedError(message, failed.getExpected(), failed.getActual(), failed.getCause())
                : new AssertionFailedError(message, failed.getCause());
        named.setStackTrace(failed.getStackTrace());
        return named;
    }

    private static String describe(Throwable failure) {
        return failure instanceof AssertionError ? String.valueOf(failure.getMessage()) : failure.toString();
    }
}
