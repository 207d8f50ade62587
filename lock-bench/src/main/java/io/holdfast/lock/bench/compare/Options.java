package io.holdfast.lock.bench.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How much is measured.
 *
 * @param rounds how often each contender has its turn in each scenario
 * @param millis how long a turn is
 * @param warmUpMillis how long each works before the first round
 * @param scenarios which ones
 * @param contenders parts of the names of those who take part, in lower case; all do if there are none
 * @param subjectUrl where the subject connects to instead of the suite's server, for trying out the harness itself
 * @param check whether a promise that is missed is a failure
 */
record Options(int rounds, long millis, long warmUpMillis, List<Scenario> scenarios, List<String> contenders,
        Optional<String> subjectUrl, boolean check) {
    static final String USAGE = """
            ./holdfast bench SUITE [--quick] [--rounds N] [--scenario S[,S]] [--contender PART,…] [--check]
              --quick       3 rounds of 0.7 s instead of 6 rounds of 2 s
              --rounds N    as many rounds
              --scenario S  uncontended, names, local, jvms, handoff; several with commas; all without this option
              --contender P only those with this in their name, for instance holdfast,rlock
              --check       ends with 1 when a promise is missed
              --url URL     where Holdfast connects to instead, for trying out the benchmark itself""";

    private static final long MILLIS = 2_000;
    private static final long QUICK_MILLIS = 700;
    /** Until the compiler has caught up with all contenders; on two cores that takes its time. */
    private static final long WARM_UP_MILLIS = 4_000;
    private static final long QUICK_WARM_UP_MILLIS = 1_000;
    private static final int ROUNDS = 6;
    private static final int QUICK_ROUNDS = 3;

    /** @throws IllegalArgumentException if they make no sense */
    static Options parse(List<String> args) {
        boolean quick = args.contains("--quick");
        Options options = new Options(quick ? QUICK_ROUNDS : ROUNDS, quick ? QUICK_MILLIS : MILLIS,
                quick ? QUICK_WARM_UP_MILLIS : WARM_UP_MILLIS,
                List.of(Scenario.values()), List.of(), Optional.empty(), args.contains("--check"));
        Iterator<String> rest = args.iterator();
        while (rest.hasNext()) {
            options = options.with(rest.next(), rest);
        }
        return options;
    }

    private Options with(String option, Iterator<String> rest) {
        return switch (option) {
            case "--quick", "--check" -> this;
            case "--rounds" -> withRounds(positive(value(option, rest)));
            case "--scenario" -> withScenarios(list(value(option, rest)).stream().map(Scenario::of).toList());
            case "--contender" -> withContenders(list(value(option, rest)));
            case "--url" -> withSubjectUrl(value(option, rest));
            default -> throw new IllegalArgumentException("there is no option '" + option + "'");
        };
    }

    /** Whether the contender is to run at all. */
    boolean wants(Contender contender) {
        String name = contender.name().toLowerCase(Locale.ROOT);
        return contenders.isEmpty() || contenders.stream().anyMatch(name::contains);
    }

    private Options withRounds(int number) {
        return new Options(number, millis, warmUpMillis, scenarios, contenders, subjectUrl, check);
    }

    private Options withScenarios(List<Scenario> some) {
        return new Options(rounds, millis, warmUpMillis, some, contenders, subjectUrl, check);
    }

    private Options withContenders(List<String> some) {
        return new Options(rounds, millis, warmUpMillis, scenarios, some, subjectUrl, check);
    }

    private Options withSubjectUrl(String url) {
        return new Options(rounds, millis, warmUpMillis, scenarios, contenders, Optional.of(url), check);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }

    private static int positive(String number) {
        if (!number.matches("[1-9][0-9]{0,3}")) {
            throw new IllegalArgumentException("not a number of rounds: '" + number + "'");
        }
        return Integer.parseInt(number);
    }

    private static List<String> list(String values) {
        return new ArrayList<>(Arrays.asList(values.toLowerCase(Locale.ROOT).split(",")));
    }
}
