package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.LockException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;
import org.junit.jupiter.api.function.Executable;

/** What an exception of ours has to say (G14): its type, the lock, the backend and the cause. */
record Complaint<T extends LockException>(T exception) {
    static <T extends LockException> Complaint<T> of(Class<T> type, Executable action) {
        return new Complaint<>(assertThrows(type, action));
    }

    /** @param lock the empty string where it concerns no single lock */
    Complaint<T> about(String lock, String backend) {
        assertEquals(lock, exception.lockName());
        assertEquals(backend, exception.backend());
        return says(lock).says(backend);
    }

    /** The message has all of these, in whatever case. */
    Complaint<T> says(String... words) {
        String message = exception.getMessage();
        for (String word : words) {
            assertTrue(message.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT)), () -> "no '" + word + "' in: " + message);
        }
        return this;
    }

    /** Nothing that a log would show of it has this text. */
    Complaint<T> hides(String secret) {
        StringWriter log = new StringWriter();
        exception.printStackTrace(new PrintWriter(log));
        assertFalse(log.toString().contains(secret), log::toString);
        return this;
    }
}
