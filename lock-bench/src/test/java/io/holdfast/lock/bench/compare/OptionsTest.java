package io.holdfast.lock.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OptionsTest {
    @Test
    void withoutAnyEverythingIsMeasured() {
        Options options = Options.parse(List.of());
        assertEquals(List.of(Scenario.values()), options.scenarios());
        assertEquals(List.of(6, 2_000L, 4_000L), List.of(options.rounds(), options.millis(), options.warmUpMillis()));
        assertFalse(options.check());
    }

    @Test
    void orderDoesNotMatter() {
        Options options = Options.parse(List.of("--rounds", "2", "--check", "--scenario", "jvms,local", "--quick"));
        assertEquals(new Options(2, 700, 1_000, List.of(Scenario.JVMS, Scenario.LOCAL), List.of(), options.subjectUrl(), true), options);
    }

    @Test
    void contendersAreNamedInParts() {
        Options options = Options.parse(List.of("--contender", "Holdfast,fair"));
        assertTrue(options.wants(new HoldfastContender()));
        assertFalse(options.wants(new Peer("Redisson RLock", true, url -> name -> null)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--rounds 0", "--rounds x", "--rounds", "--scenario all", "--scenario", "--slow", "jvms"})
    void whatMakesNoSenseIsRefused(String args) {
        assertThrows(IllegalArgumentException.class, () -> Options.parse(List.of(args.split(" "))));
    }

    @Test
    void timeLeftIsInWords() {
        assertEquals("1 s", Progress.text(Duration.ofMillis(1)));
        assertEquals("2 min 5 s", Progress.text(Duration.ofSeconds(125)));
    }

    @Test
    void versionIsReadFromTheJarsName() {
        assertEquals("5.1.1", JarVersions.find("/m2/jedis4-5.12.0.jar:/m2/jedis-5.1.1.jar", "jedis"));
    }
}
