package io.holdfast.lock.bench.compare;

/** Two owners at once: however fast it was, it was no lock. */
final class OverlapException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    OverlapException(String what) {
        super("OVERLAP (G1): " + what);
    }
}
