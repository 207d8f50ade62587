package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Event.Granted;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Tokens strictly grow in the order of the grants (G7), as far as that order is known. */
final class TokenOrderCheck implements Check {
    /** What had been granted before the request was made was granted before the request was. */
    private static final Overtaking BY_REQUEST =
            new Overtaking(attempt -> grantOf(attempt).nanos(), attempt -> attempt.request().nanos(), attempt -> grantOf(attempt).token());

    /**
     * If both waited at the same time, requests and answers tell nothing: a grant may be old when it is heard of. But holds exclude
     * each other, so the one that was valid first was granted first.
     */
    private static final Overtaking BY_CLAIM =
            new Overtaking(attempt -> claimOf(attempt).to(), attempt -> claimOf(attempt).from(), attempt -> grantOf(attempt).token());

    @Override
    public void run(Evidence evidence, Consumer<Violation> found) {
        evidence.attemptsByLock().forEach(attempts -> new OneLock(evidence, attempts, found).check());
    }

    private static Granted grantOf(Attempt attempt) {
        return attempt.grant().orElseThrow();
    }

    private static Attempt.Claim claimOf(Attempt attempt) {
        return attempt.claim().orElseThrow();
    }

    private static final class OneLock {
        private final Evidence evidence;
        private final List<Attempt> granted;
        private final Consumer<Violation> found;
        private final Set<Attempt> told = new HashSet<>();

        OneLock(Evidence evidence, List<Attempt> attempts, Consumer<Violation> found) {
            this.evidence = evidence;
            this.granted = attempts.stream().filter(attempt -> attempt.grant().isPresent()).toList();
            this.found = found;
        }

        void check() {
            equalTokens();
            BY_REQUEST.find(granted, granted, this::overtakenByRequest);
            List<Attempt> claimed = granted.stream().filter(attempt -> attempt.claim().isPresent()).toList();
            BY_CLAIM.find(claimed, claimed, this::overtakenByClaim);
        }

        private void equalTokens() {
            List<Attempt> byToken = granted.stream().sorted(Comparator.comparingLong(attempt -> grantOf(attempt).token())).toList();
            for (int i = 1; i < byToken.size(); i++) {
                Attempt first = byToken.get(i - 1);
                Attempt second = byToken.get(i);
                if (grantOf(first).token() == grantOf(second).token()) {
                    tell(first, second, first + granted(first) + " and " + second + granted(second) + " have the same token "
                            + grantOf(first).token());
                }
            }
        }

        private void overtakenByRequest(Attempt first, Attempt second) {
            tell(first, second, first + granted(first) + ", has token " + grantOf(first).token() + "; " + second + ", requested later "
                    + evidence.at(second.request().nanos()) + ", has the smaller token " + grantOf(second).token());
        }

        private void overtakenByClaim(Attempt first, Attempt second) {
            tell(first, second, first + ", valid " + evidence.during(claimOf(first)) + ", has token " + grantOf(first).token() + "; "
                    + second + ", valid later " + evidence.during(claimOf(second)) + ", has the smaller token "
                    + grantOf(second).token());
        }

        private String granted(Attempt attempt) {
            return ", granted " + evidence.at(grantOf(attempt).nanos());
        }

        private void tell(Attempt first, Attempt second, String message) {
            if (told.add(second)) {
                found.accept(Violation.of(Violation.Kind.TOKEN_ORDER, "G7", first, second, message));
            }
        }
    }
}
