package outside;

import io.holdfast.lock.Placeholder;

/** What a first user writes: finds the memory backend through the published jars alone. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        if (!Placeholder.schemes().equals("mem")) {
            throw new AssertionError("schemes: " + Placeholder.schemes());
        }
        System.out.println("outside project: " + (Main.class.getModule().isNamed() ? "module" : "class path") + " ok");
    }
}
