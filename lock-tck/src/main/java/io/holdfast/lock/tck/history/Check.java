package io.holdfast.lock.tck.history;

import java.util.function.Consumer;

/** Looks for violations of one kind. What it finds is certain, in time near to n log n for n attempts. */
interface Check {
    void run(Evidence evidence, Consumer<Violation> found);
}
