package io.holdfast.lock.tck;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Records with JFR which virtual threads block while they are pinned to their carrier. */
final class PinningWatch implements AutoCloseable {
    /** What JFR itself regards as worth an event: a shorter pin is of no consequence. */
    private static final Duration WORTH_MENTIONING = Duration.ofMillis(20);

    private static final String PINNED = "jdk.VirtualThreadPinned";

    private final Recording recording = new Recording();

    PinningWatch() {
        recording.enable(PINNED).withThreshold(WORTH_MENTIONING).withStackTrace();
        recording.start();
    }

    /** Ends the recording. */
    List<String> events() throws IOException {
        recording.stop();
        Path file = Files.createTempFile("holdfast-tck", ".jfr");
        try {
            recording.dump(file);
            // Other recordings, and events of the library that are on by default, are in the file as well.
            return RecordingFile.readAllEvents(file).stream().filter(event -> event.getEventType().getName().equals(PINNED))
                    .map(RecordedEvent::toString).toList();
        } finally {
            Files.delete(file);
        }
    }

    @Override
    public void close() {
        recording.close();
    }
}
