package io.holdfast.lock.bench.compare;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two guards of each test map the file each for itself, as those of two JVMs do. */
final class GuardTest {
    @TempDir
    private Path directory;

    private Guard first;
    private Guard second;

    @BeforeEach
    void map() throws IOException {
        first = new Guard(memory(), 0, 1);
        second = new Guard(memory(), 0, 2);
    }

    @Test
    void oneAfterTheOtherIsNoOverlap() throws IOException {
        for (int turn = 0; turn < 10; turn++) {
            first.enter();
            first.exit();
            second.enter();
            second.exit();
        }
        assertEquals(20, Guard.total(memory(), 1));
    }

    @Test
    void whoComesInFindsTheOtherInside() {
        first.enter();
        assertThrows(OverlapException.class, second::enter);
    }

    @Test
    void whoLeavesFindsThatAnotherWasInside() throws IOException {
        first.enter();
        memory().set(0, 2);   // the other looked before we wrote
        assertThrows(OverlapException.class, first::exit);
        memory().set(0, 0);   // and has left already
        assertThrows(OverlapException.class, first::exit);
    }

    @Test
    void lostIncrementShowsInTheTotal() throws IOException {
        first.enter();
        memory().set(0, 0);   // the other looked before we wrote
        second.enter();
        memory().set(0, 1);
        first.exit();
        memory().set(0, 2);
        second.exit();
        assertEquals(1, Guard.total(memory(), 1), "of two");
    }

    @Test
    void namesHaveNothingToDoWithEachOther() throws IOException {
        Guard other = new Guard(memory(), 1, 2);
        first.enter();
        assertDoesNotThrow(other::enter);
        other.exit();
        first.exit();
        assertEquals(2, Guard.total(memory(), 2));
    }

    private SharedMemory memory() throws IOException {
        return SharedMemory.open(directory.resolve("memory"));
    }
}
