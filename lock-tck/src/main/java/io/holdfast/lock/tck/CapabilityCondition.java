package io.holdfast.lock.tck;

import io.holdfast.lock.spi.BackendInfo;
import io.holdfast.lock.spi.Capability;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * Reads {@link Requires} and {@link RequiresAbsent} of tests and their groups. Groups are never skipped as a whole, so that each
 * skipped test appears with its reason.
 */
final class CapabilityCondition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            return ConditionEvaluationResult.enabled("decided test by test");
        }
        BackendInfo info = Kit.of(context).info();
        Optional<String> missing = find(context, Requires.class).map(Requires::value).filter(wanted -> !info.can(wanted))
                .map(wanted -> reason(info, "does not declare", wanted));
        Optional<String> present = find(context, RequiresAbsent.class).map(RequiresAbsent::value).filter(info::can)
                .map(unwanted -> reason(info, "declares", unwanted));
        return missing.or(() -> present).map(ConditionEvaluationResult::disabled)
                .orElseGet(() -> ConditionEvaluationResult.enabled("the backend's capabilities fit"));
    }

    private static String reason(BackendInfo info, String verb, Capability capability) {
        return "backend '" + info.name() + "' " + verb + " the capability " + capability;
    }

    private static <A extends Annotation> Optional<A> find(ExtensionContext context, Class<A> type) {
        Method method = context.getRequiredTestMethod();
        return AnnotationSupport.findAnnotation(method, type)
                .or(() -> AnnotationSupport.findAnnotation(context.getRequiredTestClass(), type));
    }
}
