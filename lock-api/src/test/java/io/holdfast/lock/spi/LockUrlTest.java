package io.holdfast.lock.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.lock.LockConfigurationException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockUrlTest {
    @Test
    void urlIsTakenApart() {
        LockUrl url = LockUrl.parse("Redis+Cluster://h1:1,h2:2/3?lease=2m&a=b%3Dc&flag");
        assertEquals("redis+cluster", url.scheme());
        assertEquals("//h1:1,h2:2/3", url.rest());
        assertEquals(Map.of("lease", "2m", "a", "b=c", "flag", ""), url.options());
        assertEquals(Optional.of(Duration.ofMinutes(2)), url.durationOption("lease"));
        assertEquals(Optional.empty(), url.durationOption("other"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "redis://user:secret@host:1/0?password=secret",
        "redis://:secret@host",
        "redis://user:se/secret@host",
        "redis://user:s@secret@host/path",
        "redis://user:se?cret=secret@host",
        "etcd://user:secret@h1,h2?x=secret@y",
        "jdbc:mysql://user:secret@host/db?password=secret",
        "jdbc:h2:mem:x;USER=sa;PASSWORD=secret",
        "jdbc:sqlserver://h;user=a;password=secret",
        "jdbc:oracle:thin:scott/secret@//host:1521/service",
        "jdbc:oracle:thin:scott/secret@host:1521:sid",
    })
    void textFormShowsNoSecret(String url) {
        assertFalse(LockUrl.parse(url).toString().contains("secret"), LockUrl.parse(url).toString());
    }

    @Test
    void messagesShowNoSecret() {
        LockUrl url = LockUrl.parse("redis://user:secret@host?lease=secret&on=secret");
        assertFalse(assertThrows(LockConfigurationException.class, () -> url.durationOption("lease")).getMessage().contains("secret"));
        assertFalse(assertThrows(LockConfigurationException.class, () -> url.booleanOption("on")).getMessage().contains("secret"));
    }

    @Test
    void idsAreUniqueAndPrintAsHex() {
        Set<AcquisitionId> seen = new HashSet<>();
        AcquisitionId.Source source = new AcquisitionId.Source();
        for (int i = 0; i < 100_000; i++) {
            seen.add(source.next());
        }
        assertEquals(100_000, seen.size());
        assertEquals("0123456789abcdeffedcba9876543210", new AcquisitionId(0x0123456789abcdefL, 0xfedcba9876543210L).toString());
    }
}
