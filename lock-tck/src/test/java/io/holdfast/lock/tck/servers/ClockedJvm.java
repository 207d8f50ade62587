package io.holdfast.lock.tck.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Another JVM, under a clock of its own, that is asked for the time in all the ways that matter here. */
final class ClockedJvm implements AutoCloseable {
    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    /** All clocks of one moment, in milliseconds. */
    record Clocks(long wall, long monotonic) {}

    private ClockedJvm(Process process) {
        this.process = process;
        this.out = process.inputReader(UTF_8);
        this.in = process.outputWriter(UTF_8);
    }

    static ClockedJvm start(FakeClock clock) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), ClockedJvm.class.getName()).redirectError(Redirect.INHERIT);
        builder.environment().putAll(clock.environment());
        return new ClockedJvm(builder.start());
    }

    Clocks clocks() throws IOException {
        List<Long> answer = ask("clocks");
        return new Clocks(answer.get(0), answer.get(1));
    }

    /** Begins waits of this length in different ways; {@link #waited()} tells how long they took by the monotonic clock. */
    void beginWaits(Duration length) throws IOException {
        send("wait " + length.toMillis());
    }

    List<Long> waited() throws IOException {
        return numbers();
    }

    @Override
    public void close() {
        Await.end(process.destroyForcibly());
    }

    private List<Long> ask(String question) throws IOException {
        send(question);
        return numbers();
    }

    private void send(String question) throws IOException {
        in.write(question + "\n");
        in.flush();
    }

    private List<Long> numbers() throws IOException {
        return Stream.of(out.readLine().split(" ")).map(Long::valueOf).toList();
    }

    /** What runs over there: ends when its standard input does. */
    public static void main(String... args) throws Exception {
        BufferedReader questions = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String question = questions.readLine(); question != null; question = questions.readLine()) {
            if (question.equals("clocks")) {
                System.out.println(System.currentTimeMillis() + " " + millis());
            } else {
                long length = Long.parseLong(question.split(" ")[1]);
                System.out.println(sleep(length) + " " + waitForMonitor(length) + " " + poll(length));
            }
        }
    }

    private static long sleep(long length) throws InterruptedException {
        long start = millis();
        Thread.sleep(length);
        return millis() - start;
    }

    private static long waitForMonitor(long length) throws InterruptedException {
        long start = millis();
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(length);
        }
        return millis() - start;
    }

    private static long poll(long length) throws InterruptedException {
        long start = millis();
        new LinkedBlockingQueue<String>().poll(length, TimeUnit.MILLISECONDS);
        return millis() - start;
    }

    private static long millis() {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
