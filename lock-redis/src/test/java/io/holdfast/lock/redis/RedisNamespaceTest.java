package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.Servers;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Databases and prefixes: who excludes whom, and where the keys are. */
final class RedisNamespaceTest {
    private static RedisServer server;

    @BeforeAll
    static void start() {
        server = Servers.redis();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void empty() {
        server.command("FLUSHALL");
    }

    @Test
    void keysLandInTheDatabaseOfTheUrl() throws Exception {
        try (LockClient one = LockClient.connect(server.url() + "/3"); LockClient other = LockClient.connect(server.url() + "/3")) {
            Workout.handOver(one, other, "job");
            try (Hold hold = one.lock("job").acquire()) {
                assertTrue(hold.isValid());
                assertEquals("db3", databases());
            }
        }
    }

    @Test
    void databasesDoNotExcludeEachOther() throws Exception {
        try (LockClient one = LockClient.connect(server.url() + "/3"); LockClient other = LockClient.connect(server.url());
                Hold first = one.lock("job").acquire(); Hold second = other.lock("job").acquire()) {
            assertTrue(first.isValid() && second.isValid());
        }
    }

    @Test
    void allKeysAndChannelsBeginWithThePrefix() throws Exception {
        try (LockClient one = LockClient.connect(server.url() + "?prefix=app:one");
                LockClient other = LockClient.connect(server.url() + "?prefix=app:one"); Hold hold = one.lock("job").acquire()) {
            var waiting = other.lock("job").acquireAsync();
            Workout.awaitInLine(one, "job");
            List<String> names = Stream.concat(Residue.keys(server).stream(), server.command("PUBSUB", "CHANNELS").lines()).toList();
            assertEquals(List.of(), names.stream().filter(name -> !name.startsWith("app:one:")).toList());
            assertTrue(names.size() >= 6, () -> "lock, line, mark, alive and two inboxes: " + names);
            assertTrue(hold.isValid());
            waiting.cancel(true);
        }
    }

    @Test
    void samePrefixExcludesAndAnotherDoesNot() throws Exception {
        try (LockClient one = LockClient.connect(server.url() + "?prefix=one");
                LockClient same = LockClient.connect(server.url() + "?prefix=one");
                LockClient another = LockClient.connect(server.url() + "?prefix=two");
                LockClient usual = LockClient.connect(server.url()); Hold hold = one.lock("job").acquire()) {
            assertFalse(same.lock("job").tryAcquire().isPresent());
            for (LockClient free : List.of(another, usual)) {
                Optional<Hold> second = free.lock("job").tryAcquire();
                assertTrue(second.isPresent() && hold.isValid());
                second.get().close();
            }
        }
    }

    private static String databases() {
        return String.join(" ", Arrays.stream(server.command("INFO", "keyspace").split("\r\n")).filter(line -> line.startsWith("db"))
                .map(line -> line.replaceFirst(":.*", "")).toList());
    }
}
