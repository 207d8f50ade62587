package io.holdfast.lock.tck;

import java.lang.reflect.Method;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Reads {@link Needs} of tests and their groups. Each skipped test appears with its reason. */
final class StoreCondition implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isEmpty()) {
            return ConditionEvaluationResult.enabled("decided test by test");
        }
        StoreUnderTest store = ((LockFaultTck) Kit.of(context)).store();
        Method method = context.getRequiredTestMethod();
        return AnnotationSupport.findAnnotation(method, Needs.class)
                .or(() -> AnnotationSupport.findAnnotation(context.getRequiredTestClass(), Needs.class)).map(Needs::value)
                .filter(part -> !part.isIn(store)).map(part -> ConditionEvaluationResult.disabled(part.absence()))
                .orElseGet(() -> ConditionEvaluationResult.enabled("the store has what it takes"));
    }
}
