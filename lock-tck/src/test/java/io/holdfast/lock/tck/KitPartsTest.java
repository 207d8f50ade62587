package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Names, patience and threads of the kit. */
final class KitPartsTest {
    private final Patience patience = new Patience(Duration.ofMillis(200), Duration.ofMillis(20));

    @Test
    void testNamesBecomeWords() {
        assertEquals("waiter gets the lock of a silent holder", GuaranteeNames.words("waiterGetsTheLockOfASilentHolder"));
    }

    @Test
    void everyMessageBeginsWithIdAndTitle() {
        assertEquals("G1 Mutual exclusion: two owners", Guarantee.G1.message("two owners"));
        assertEquals(15, Guarantee.values().length);
    }

    @Test
    void nastyNamesAreDifferentAndLegal() {
        assertEquals(NastyNames.all().size(), new HashSet<>(NastyNames.all()).size(), "names that stand in the list twice");
        NastyNames.longest().forEach(name -> assertEquals(1_024, name.getBytes(StandardCharsets.UTF_8).length));
        assertEquals("\"a\\u0000\\u00e9\"", NastyNames.show("a\0é"));
    }

    @Test
    void patienceEnds() {
        AssertionError late = assertThrows(AssertionError.class, () -> patience.until("pigs fly", () -> false));
        assertEquals("not within 200 ms: pigs fly", late.getMessage());
        assertThrows(AssertionError.class, () -> patience.never("pigs fly", () -> true));
        assertThrows(AssertionError.class, () -> patience.await("pigs fly", new CompletableFuture<>()));
    }

    @Test
    void patienceWaitsNoLongerThanItMust() {
        AtomicInteger looks = new AtomicInteger();
        new Patience(Duration.ofDays(1), Duration.ZERO).until("third look", () -> looks.incrementAndGet() == 3);
        assertEquals(3, looks.get());
    }

    @Test
    void failureOfAThreadFailsTheTest() {
        try (Crew crew = new Crew(patience)) {
            crew.start(() -> {
                throw new IOException("of a thread");
            });
            assertEquals("of a thread", assertThrows(IOException.class, crew::finish).getMessage());
        }
    }

    @Test
    void threadThatDoesNotEndFailsTheTest() {
        try (Crew crew = new Crew(patience)) {
            crew.start(() -> new CompletableFuture<Void>().get());
            AssertionError late = assertThrows(AssertionError.class, crew::finish);
            assertTrue(late.getMessage().contains("comes to its end"), late.getMessage());
        }
    }
}
