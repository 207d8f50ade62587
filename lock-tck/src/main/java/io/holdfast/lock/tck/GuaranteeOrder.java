package io.holdfast.lock.tck;

import java.util.Comparator;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/** Groups by the number of their guarantee; what a backend's author has nested besides comes last. */
final class GuaranteeOrder implements ClassOrderer {
    @Override
    public void orderClasses(ClassOrdererContext context) {
        context.getClassDescriptors().sort(Comparator.comparingInt(group -> position(group.getTestClass())));
    }

    private static int position(Class<?> group) {
        return group.isAnnotationPresent(Shows.class) ? Guarantee.of(group).ordinal() : Integer.MAX_VALUE;
    }
}
