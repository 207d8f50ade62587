package io.holdfast.lock.tck.history;

import io.holdfast.lock.tck.history.Event.Answer;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * First come, first served, among fair requests on the same lock (G9).
 *
 * <p>Who came first: the times at which requests were made say nothing about the order in which they reached the server. So the
 * first must have had time to settle, without any fault, before the second was made at all. It may lose its place later: a waiter
 * that can't be reached is skipped as if it were dead. So nothing may have disturbed it up to its answer.
 *
 * <p>Who was served first: the times at which grants were heard of say nothing either, for the second may hear of its grant before
 * the first hears of an earlier one that has expired on the way. The tokens are counted where the grants are made, so they tell the
 * order of the grants as far as G7 holds; where it does not, {@link TokenOrderCheck} has its say. One that still waits in the end
 * comes after all that were served.
 */
final class QueueCheck implements Check {
    private final long settle;
    private final Overtaking overtaking;

    QueueCheck(Duration settle) {
        this.settle = settle.toNanos();
        this.overtaking = new Overtaking(attempt -> attempt.request().nanos() + this.settle, attempt -> attempt.request().nanos(),
                QueueCheck::turn);
    }

    @Override
    public void run(Evidence evidence, Consumer<Violation> found) {
        for (List<Attempt> attempts : evidence.attemptsByLock()) {
            List<Attempt> fair = attempts.stream().filter(attempt -> attempt.request().fair()).toList();
            List<Attempt> first = fair.stream().filter(attempt -> keepsItsPlace(evidence, attempt)).toList();
            List<Attempt> served = fair.stream().filter(attempt -> attempt.grant().isPresent()).toList();
            overtaking.find(first, served, (passed, jumper) -> found.accept(violation(evidence, passed, jumper)));
        }
    }

    /** One that was killed, refused or failed has left the queue, and nobody knows when. */
    private boolean keepsItsPlace(Evidence evidence, Attempt attempt) {
        boolean stays = attempt.grant().isPresent() || attempt.outcome() == Attempt.Outcome.WAITING;
        long from = attempt.request().nanos();
        long to = attempt.answer().map(Answer::nanos).orElse(evidence.end());
        FaultTimes faults = evidence.faults();
        return stays && !faults.anyBetween(from, from + settle) && !faults.onTargetBetween(attempt.process(), from, to)
                && !faults.onTargetBetween(Event.SERVER, from, to) && !faults.onTargetBetween(Event.NETWORK, from, to);
    }

    /** By the token; last of all if it still waits. */
    private static long turn(Attempt attempt) {
        return attempt.grant().map(Event.Granted::token).orElse(Long.MAX_VALUE);
    }

    private static Violation violation(Evidence evidence, Attempt passed, Attempt jumper) {
        return Violation.of(Violation.Kind.FIFO, "G9", passed, jumper, words(evidence, jumper) + ", passed " + words(evidence, passed)
                + ", which stood in line before it");
    }

    private static String words(Evidence evidence, Attempt attempt) {
        return attempt + ", requested " + evidence.at(attempt.request().nanos()) + attempt.grant()
                .map(grant -> " and granted " + evidence.at(grant.nanos()) + " with token " + grant.token()).orElse(" and still waiting");
    }
}
