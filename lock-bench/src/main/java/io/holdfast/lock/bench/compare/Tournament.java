package io.holdfast.lock.bench.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** All scenarios, one after the other, in rounds in which each contender has its turn. */
final class Tournament {
    /** What the start of a crew takes, for the time that is left. */
    private static final long START_MILLIS = 1_500;

    private final Suite suite;
    private final Options options;
    private final String serverUrl;
    private final Progress progress;

    Tournament(Suite suite, Options options, String serverUrl) {
        this.suite = suite;
        this.options = options;
        this.serverUrl = serverUrl;
        progress = new Progress(options.scenarios().stream().mapToLong(this::plannedMillis).sum());
    }

    List<Comparison> run() throws IOException {
        List<Comparison> comparisons = new ArrayList<>();
        for (Scenario scenario : options.scenarios()) {
            comparisons.add(new Comparison(suite, scenario, rounds(scenario)));
        }
        return comparisons;
    }

    private List<Round> rounds(Scenario scenario) throws IOException {
        List<Crew> crews = new ArrayList<>();
        try {
            for (Contender contender : contenders(scenario)) {
                crews.add(startCrew(contender, scenario));
            }
            List<Round> rounds = new ArrayList<>();
            for (int number = 1; number <= options.rounds(); number++) {
                rounds.add(round(scenario, number, crews));
            }
            return rounds;
        } finally {
            crews.forEach(Crew::close);
        }
    }

    private Crew startCrew(Contender contender, Scenario scenario) throws IOException {
        boolean subject = contender.role() == Contender.Role.SUBJECT;
        Crew crew = Crew.start(suite, contender, scenario, subject ? options.subjectUrl().orElse(serverUrl) : serverUrl);
        try {
            crew.measure(options.warmUpMillis());
        } catch (IllegalStateException failure) {
            crew.close();
            throw failure;
        }
        progress.step(START_MILLIS + options.warmUpMillis(), scenario.id() + ", warm-up: " + contender.name());
        return crew;
    }

    /** Everybody is first in one round, second in another: what the machine does meanwhile hits all alike. */
    private Round round(Scenario scenario, int number, List<Crew> crews) {
        List<Crew> order = new ArrayList<>(crews);
        Collections.rotate(order, 1 - number);
        Map<String, Result> results = new HashMap<>();
        for (Crew crew : order) {
            Result result = crew.measure(options.millis());
            results.put(crew.contender().name(), result);
            progress.step(turnMillis(scenario), scenario.id() + ", round " + number + " of " + options.rounds() + ": "
                    + crew.contender().name() + ", " + text(scenario, result));
        }
        return new Round(results);
    }

    private static String text(Scenario scenario, Result result) {
        return scenario.metrics().stream().map(metric -> metric.text(result.value(metric))).collect(Collectors.joining(", "));
    }

    private List<Contender> contenders(Scenario scenario) {
        return suite.contenders().stream().filter(options::wants).filter(contender -> contender.takesPart(scenario)).toList();
    }

    private long plannedMillis(Scenario scenario) {
        return contenders(scenario).size()
                * (START_MILLIS + options.warmUpMillis() + options.rounds() * turnMillis(scenario));
    }

    private long turnMillis(Scenario scenario) {
        return options.millis() + (scenario.needsWatch() ? Crew.WATCH_MILLIS : 0);
    }
}
