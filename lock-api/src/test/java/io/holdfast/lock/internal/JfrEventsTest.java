package io.holdfast.lock.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JfrEventsTest {
    @TempDir
    private Path folder;

    @Test
    void theLifeOfALockIsRecorded() throws Exception {
        Path file = folder.resolve("locks.jfr");
        try (Recording recording = new Recording(); ManualEngine manual = new ManualEngine()) {
            recording.enable("io.holdfast.Acquire").withThreshold(Duration.ZERO);
            recording.enable("io.holdfast.Hold").withThreshold(Duration.ZERO);
            recording.enable("io.holdfast.HandOff");
            recording.start();
            Hold first = manual.lock("jfr").acquire();
            CompletableFuture<Hold> second = manual.lock("jfr").acquireAsync();
            first.close();
            second.join();
            manual.backend.renewals = FlakyBackend.Network.REQUEST_LOST;
            manual.time.advance(Duration.ofSeconds(60));
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = RecordingFile.readAllEvents(file).stream()
                .filter(e -> e.getEventType().getName().startsWith("io.holdfast.")).toList();
        var counts = events.stream().collect(Collectors.groupingBy(e -> e.getEventType().getName(), Collectors.counting()));
        assertEquals(2L, counts.get("io.holdfast.Acquire"));
        assertEquals(1L, counts.get("io.holdfast.HandOff"));
        assertEquals(1L, counts.get("io.holdfast.Hold"));
        assertEquals(1L, counts.get("io.holdfast.RenewalLate"));
        assertEquals(1L, counts.get("io.holdfast.Lost"));
        assertTrue(events.stream().allMatch(e -> e.getString("lock").equals("jfr") && e.getString("backend").startsWith("mem:")));
    }
}
