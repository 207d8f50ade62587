package io.holdfast.lock.bench.compare;

import io.holdfast.lock.bench.Figure;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** All rounds of one scenario. */
public record Comparison(Suite suite, Scenario scenario, List<Round> rounds) {
    public Comparison {
        rounds = List.copyOf(rounds);
    }

    /** What the contender measured, over all rounds. */
    public Figure figure(String contender, Metric metric) {
        return over(round -> round.value(contender, metric));
    }

    /** The main metric, divided by that of another in the same round. */
    public Figure ratio(String contender, String other) {
        Metric metric = scenario.mainMetric();
        return over(round -> Round.quotient(round.value(contender, metric), round.value(other, metric)));
    }

    /** The main metric, divided by that of the best other peer in the same round, whichever that was. */
    public Figure ratioToBestPeer(String contender) {
        Metric metric = scenario.mainMetric();
        List<String> peers = names(Contender.Role.PEER).stream().filter(peer -> !peer.equals(contender)).toList();
        return over(round -> Round.quotient(round.value(contender, metric), round.best(peers, metric)));
    }

    /** The main metric, divided by the limit's in the same round. */
    public Figure ratioToLimit(String contender) {
        Metric metric = scenario.mainMetric();
        List<String> limits = names(Contender.Role.LIMIT);
        return over(round -> Round.quotient(round.value(contender, metric), round.best(limits, metric)));
    }

    private List<String> names(Contender.Role role) {
        return suite.contenders().stream().filter(contender -> contender.role() == role).map(Contender::name).toList();
    }

    private Figure over(Function<Round, OptionalDouble> value) {
        return Figure.of(rounds.stream().map(value).filter(OptionalDouble::isPresent).mapToDouble(OptionalDouble::getAsDouble));
    }
}
