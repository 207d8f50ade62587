package io.holdfast.lock.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MainTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Main main = new Main(
            new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));

    @Test
    void demoHoldsAndTellsTheWholeStory() throws InterruptedException {
        int exit = main.run("demo", "--quick", "--stock", "50", "--shops", "2", "--threads", "2");

        String told = text(out);
        assertEquals(Main.OK, exit, told);
        assertContains(told, "no lock");
        assertContains(told, "JVM lock per shop");
        assertContains(told, "ok      Holdfast sold exactly 50 and left 0");
        assertContains(told, "holder dies: next one has the lock after");
        assertContains(told, "without fencing its late write is");
        assertContains(told, "refused, 3 sold, stock wrong by 0");
        assertContains(told, "Holdfast held.");
        assertEquals("", text(err));
    }

    @Test
    void helpIsPrintedWhereItWasAskedFor() throws InterruptedException {
        assertEquals(Main.OK, main.run("help"));
        assertContains(text(out), "holdfast demo");
        assertEquals("", text(err));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "dance", "demo --stock", "demo --stock many", "demo --stock 0",
            "demo --shops 101", "demo --threads -1", "demo --fast"})
    void badUsageIsToldOnStandardErrorWithExitCode2(String commandLine) throws InterruptedException {
        String[] args = commandLine.isEmpty() ? new String[0] : commandLine.split(" ");

        assertEquals(Main.BAD_USAGE, main.run(args));
        assertContains(text(err), "holdfast: ");
        assertContains(text(err), "holdfast help");
        assertEquals("", text(out));
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), () -> "'" + part + "' is missing in:\n" + text);
    }

    private static String text(ByteArrayOutputStream stream) {
        return stream.toString(StandardCharsets.UTF_8);
    }
}
