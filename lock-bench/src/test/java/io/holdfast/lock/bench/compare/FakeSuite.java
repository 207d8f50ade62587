package io.holdfast.lock.bench.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ours, two peers and a limit, none of which can be started. */
final class FakeSuite implements Suite {
    static final String OURS = "ours";
    static final String FIRST = "first";
    static final String SECOND = "second";
    static final String LIMIT = "limit";

    private static final Contender FIRST_PEER = contender(FIRST, Contender.Role.PEER);

    /** A round with these rates; NaN for whoever does not take part. */
    static Round round(double ours, double first, double second, double limit) {
        Map<String, Double> rates = Map.of(OURS, ours, FIRST, first, SECOND, second, LIMIT, limit);
        Map<String, Result> results = new HashMap<>();
        rates.forEach((name, rate) -> {
            if (!rate.isNaN()) {
                results.put(name, new Result(Map.of(Metric.RATE, rate, Metric.P50, rate)));
            }
        });
        return new Round(results);
    }

    @Override
    public String name() {
        return "fake";
    }

    @Override
    public Server startServer() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Contender> contenders() {
        return List.of(contender(OURS, Contender.Role.SUBJECT), FIRST_PEER, contender(SECOND, Contender.Role.PEER),
                contender(LIMIT, Contender.Role.LIMIT));
    }

    @Override
    public Contender reference() {
        return FIRST_PEER;
    }

    @Override
    public List<Promise> promises() {
        return List.of(Promise.atLeast(2, Scenario.LOCAL, "times first", comparison -> comparison.ratio(OURS, FIRST)));
    }

    @Override
    public Map<String, String> versions() {
        return Map.of("ours", "1.0");
    }

    @Override
    public List<String> notes() {
        return List.of("nothing here is true");
    }

    private static Contender contender(String name, Contender.Role role) {
        return new Contender() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Role role() {
                return role;
            }

            @Override
            public boolean takesPart(Scenario scenario) {
                return true;
            }

            @Override
            public Session open(String serverUrl, Scenario scenario) {
                throw new UnsupportedOperationException();
            }
        };
    }
}
