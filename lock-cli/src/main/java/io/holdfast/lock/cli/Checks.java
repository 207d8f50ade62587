package io.holdfast.lock.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Things that must be true, and whether they are. */
final class Checks {
    // Mutable state
    private final List<Check> checks = new ArrayList<>();

    private record Check(String what, boolean ok) {}

    Checks add(String what, boolean ok) {
        checks.add(new Check(what, ok));
        return this;
    }

    boolean allOk() {
        return checks.stream().allMatch(Check::ok);
    }

    @Override
    public String toString() {
        return checks.stream().map(check -> (check.ok() ? "  ok      " : "  FAILED  ") + check.what()).collect(Collectors.joining("\n"));
    }
}
