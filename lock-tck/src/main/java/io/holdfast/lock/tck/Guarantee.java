package io.holdfast.lock.tck;

import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** The guarantees by their numbers in {@code docs/guarantees.md}. Each failure message of the kit begins with one of them. */
enum Guarantee {
    G1("Mutual exclusion"),
    G2("Only the owner releases"),
    G3("Re-entry by thread"),
    G4("A dead holder frees the lock"),
    G5("A live holder keeps the lock"),
    G6("Loss is told"),
    G7("Fencing"),
    G8("Waiters are woken"),
    G9("First come, first served"),
    G10("Time limits and interrupts"),
    G11("Retry-safe"),
    G12("Bounded"),
    G13("Any name works"),
    G14("Clear failure"),
    G15("Virtual threads");

    private final String title;

    Guarantee(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** For instance "G1 Mutual exclusion". */
    String label() {
        return name() + " " + title;
    }

    /** A failure message, with number and title in front. */
    String message(String what) {
        return label() + ": " + what;
    }

    /** What a test shows, by itself or as one of its group. */
    static Optional<Guarantee> of(ExtensionContext context) {
        return context.getTestMethod().flatMap(Guarantee::of);
    }

    /** What a test method shows by itself or as one of the class that declares it. */
    static Optional<Guarantee> of(Method test) {
        return AnnotationSupport.findAnnotation(test, Shows.class)
                .or(() -> AnnotationSupport.findAnnotation(test.getDeclaringClass(), Shows.class)).map(Shows::value);
    }

    /** What a group class, or a nested class that extends one, shows. */
    static Guarantee of(Class<?> group) {
        Shows shows = group.getAnnotation(Shows.class);
        if (shows == null) {
            throw new IllegalArgumentException(group + " does not say which guarantee it shows");
        }
        return shows.value();
    }
}
