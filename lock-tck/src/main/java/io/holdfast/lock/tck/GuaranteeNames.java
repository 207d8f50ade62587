package io.holdfast.lock.tck;

import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayNameGenerator;

/** Shows groups as "G1 Mutual exclusion" and tests as "G1 second owner is refused while first holds". */
final class GuaranteeNames extends DisplayNameGenerator.Standard {
    @Override
    public String generateDisplayNameForNestedClass(List<Class<?>> enclosing, Class<?> group) {
        return group.isAnnotationPresent(Shows.class)
                ? Guarantee.of(group).label()
                : super.generateDisplayNameForNestedClass(enclosing, group);
    }

    @Override
    public String generateDisplayNameForMethod(List<Class<?>> enclosing, Class<?> group, Method test) {
        return Guarantee.of(test).map(guarantee -> guarantee + " " + words(test.getName()))
                .orElseGet(() -> super.generateDisplayNameForMethod(enclosing, group, test));
    }

    static String words(String camelCase) {
        return camelCase.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ").toLowerCase(Locale.ROOT);
    }
}
