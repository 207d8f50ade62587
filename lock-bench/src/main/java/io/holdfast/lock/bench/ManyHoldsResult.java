package io.holdfast.lock.bench;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * What {@link ManyHolds} has printed.
 *
 * @param count how many locks were held
 * @param valid how many of them still were when their first lease would have been over
 * @param threads the largest number of the client's threads seen
 * @param timers how many timers the client had
 * @param heapPerHold bytes for each hold, in the client and in the store together
 * @param renewalPerHold bytes of it that have to do with renewal, at most
 */
record ManyHoldsResult(int count, long valid, long threads, long timers, long heapPerHold, long renewalPerHold) {
    /** Runs it in a process of its own, on the JVM that runs this one. */
    static ManyHoldsResult measure(String kind, int count) throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(java, "-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                ManyHolds.class.getName(), kind, Integer.toString(count));
        Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the run with " + count + " holds failed: " + output);
        }
        return parse(count, output);
    }

    private static ManyHoldsResult parse(int count, String output) throws IOException {
        Properties values = new Properties();
        values.load(new StringReader(output));
        return new ManyHoldsResult(count, number(values, "valid"), number(values, "threads"), number(values, "timers"),
                number(values, "heapBytes") / count, number(values, "renewalBytes") / count);
    }

    private static long number(Properties values, String key) {
        return Long.parseLong(values.getProperty(key));
    }
}
