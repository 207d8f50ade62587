package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Attempt.Claim;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Two holds of a lock are never valid at the same time (G1), and one that loses its lock knows before the next one has it (G6). */
final class OverlapCheck implements Check {
    @Override
    public void run(Evidence evidence, Consumer<Violation> found) {
        evidence.attemptsByLock().forEach(attempts -> sweep(evidence, attempts, found));
    }

    /**
     * By the beginning of the claims. Only the one that reaches furthest is remembered: whoever meets an earlier claim at all meets
     * that one.
     */
    private static void sweep(Evidence evidence, List<Attempt> attempts, Consumer<Violation> found) {
        List<Holder> holders = attempts.stream().flatMap(attempt -> attempt.claim().map(claim -> new Holder(attempt, claim)).stream())
                .sorted(Comparator.comparingLong((Holder holder) -> holder.claim.from()).thenComparingLong(holder -> holder.claim.to()))
                .toList();
        Holder furthest = null;
        for (Holder holder : holders) {
            if (furthest != null && furthest.claim.overlaps(holder.claim)) {
                found.accept(violation(evidence, furthest, holder));
            }
            furthest = further(furthest, holder);
        }
    }

    private static Holder further(@Nullable Holder furthest, Holder holder) {
        return furthest == null || holder.claim.to() > furthest.claim.to() ? holder : furthest;
    }

    private static Violation violation(Evidence evidence, Holder first, Holder second) {
        long both = Math.min(first.claim.to(), second.claim.to()) - second.claim.from();
        String message = first.words(evidence) + " and " + second.words(evidence) + " overlap by " + Evidence.millis(both) + " ms";
        String guarantee = first.attempt.isLost() ? "G6" : "G1";
        return Violation.of(Violation.Kind.OVERLAP, guarantee, first.attempt, second.attempt, message);
    }

    private record Holder(Attempt attempt, Claim claim) {
        String words(Evidence evidence) {
            return attempt + attempt.grant().map(grant -> " with token " + grant.token()).orElse("") + ", valid " + evidence.during(claim)
                    + (attempt.isLost() ? " and then lost," : ",");
        }
    }
}
