package io.holdfast.lock.tck.history;

import static java.util.Objects.requireNonNull;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All events of a run, in the order in which they were heard of. Thread safe. A million attempts take about 300 MB, and twice that to
 * check.
 */
public final class History {
    // Mutable state, guarded by this.
    private final List<Event> events = new ArrayList<>();

    /** An empty history. */
    public History() {}

    /**
     * A history from a file that {@link #write} has written.
     *
     * @throws IOException if the file can't be read, or a line of it is no event; the message names the line
     */
    public static History read(Path file) throws IOException {
        History history = new History();
        try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
            int number = 1;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                history.add(parse(file, number++, line));
            }
        }
        return history;
    }

    /** Adds what was heard. */
    public synchronized void add(Event event) {
        events.add(requireNonNull(event, "event"));
    }

    /** All events so far. */
    public synchronized List<Event> events() {
        return List.copyOf(events);
    }

    /** All attempts so far, in the order of their requests. Events without a request are in none of them. */
    public List<Attempt> attempts() {
        return Evidence.of(events()).attempts();
    }

    /**
     * Writes all events so far, one line each.
     *
     * @throws IOException if it can't be written
     */
    public void write(Path file) throws IOException {
        try (BufferedWriter lines = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            for (Event event : events()) {
                lines.write(event.toLine());
                lines.write('\n');
            }
        }
    }

    private static Event parse(Path file, int number, String line) throws IOException {
        try {
            return Event.parse(line);
        } catch (IllegalArgumentException wrong) {
            throw new IOException(file + ", line " + number + ": " + wrong.getMessage(), wrong);
        }
    }
}
