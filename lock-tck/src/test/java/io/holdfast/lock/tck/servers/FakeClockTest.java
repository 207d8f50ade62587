package io.holdfast.lock.tck.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Only the time of day jumps: in Redis, and in a JVM. */
final class FakeClockTest {
    private static final Duration HOUR = Duration.ofHours(1);
    /** Between two looks at a clock, on a busy machine. */
    private static final long NEAR = 30_000;

    @Test
    void redisSaysTheTimeOfTheClock() {
        try (FakeClock clock = new FakeClock(); RedisServer redis = Servers.redis(clock, "appendonly yes")) {
            assertNear(System.currentTimeMillis(), time(redis));
            clock.jump(HOUR);
            assertNear(System.currentTimeMillis() + HOUR.toMillis(), time(redis));
            clock.jump(HOUR.multipliedBy(-2));
            assertEquals(HOUR.negated(), clock.offset());
            assertNear(System.currentTimeMillis() - HOUR.toMillis(), time(redis));
            redis.restart();
            assertNear(System.currentTimeMillis() - HOUR.toMillis(), time(redis));
        }
    }

    @Test
    void redisEndsKeysByTheClock() {
        try (FakeClock clock = new FakeClock(); RedisServer redis = Servers.redis(clock)) {
            redis.command("SET", "a", "", "PX", "60000");
            clock.jump(HOUR.negated());
            long left = Long.parseLong(redis.command("PTTL", "a"));
            assertTrue(left > HOUR.toMillis(), () -> "left: " + left + " ms");
            clock.jump(HOUR.multipliedBy(2));
            assertEquals("0", redis.command("EXISTS", "a"));
        }
    }

    @Test
    void jvmSeesTheTimeOfTheClockAndMeasuresTrueTimes() throws IOException {
        try (FakeClock clock = new FakeClock(); ClockedJvm jvm = ClockedJvm.start(clock)) {
            for (Duration jump : List.of(HOUR, HOUR.multipliedBy(-2), HOUR)) {
                ClockedJvm.Clocks before = jvm.clocks();
                clock.jump(jump);
                ClockedJvm.Clocks after = jvm.clocks();
                assertNear(before.wall() + jump.toMillis(), after.wall());
                assertNear(before.monotonic(), after.monotonic());
            }
        }
    }

    /** The clock jumps in the middle of each. */
    @Test
    void jvmSleepsAndWaitsAsLongAsItShould() throws Exception {
        try (FakeClock clock = new FakeClock(); ClockedJvm jvm = ClockedJvm.start(clock)) {
            jvm.clocks();
            for (Duration first : List.of(HOUR, HOUR.negated())) {
                jvm.beginWaits(Duration.ofMillis(500));
                Thread.sleep(250);
                clock.jump(first);
                Thread.sleep(500);
                clock.jump(first.multipliedBy(-2));
                Thread.sleep(500);
                clock.jump(first);
                List<Long> waited = jvm.waited();
                assertTrue(waited.stream().allMatch(time -> time >= 499 && time < NEAR), () -> "waited " + waited + " ms in place of 500");
            }
        }
    }

    /** Servers are killed, and clean up nothing. */
    @Test
    void nothingIsLeftOnceItIsClosed() {
        Path file;
        Path semaphore;
        try (FakeClock clock = new FakeClock(); RedisServer redis = Servers.redis(clock)) {
            file = Path.of(clock.environment().get("FAKETIME_TIMESTAMP_FILE"));
            semaphore = Path.of("/dev/shm/sem." + clock.environment().get("FAKETIME_SHARED").split(" ")[0].substring(1));
            assertTrue(Files.exists(file) && Files.exists(semaphore), () -> file + ", " + semaphore);
            assertTrue(Files.notExists(Path.of("/dev/shm/sem.faketime_sem_" + redis.pid())), () -> "the server has made its own");
        }
        assertTrue(Files.notExists(file.getParent()), () -> file.getParent() + " is still there");
        assertTrue(Files.notExists(semaphore), () -> semaphore + " is still there");
    }

    @Test
    void closingTwiceIsFine() {
        FakeClock clock = new FakeClock();
        clock.close();
        clock.close();
    }

    @Test
    void fractionsOfASecondAreRefused() {
        try (FakeClock clock = new FakeClock()) {
            assertThrows(IllegalArgumentException.class, () -> clock.jump(Duration.ofMillis(1_500)));
            assertEquals(Duration.ZERO, clock.offset());
        }
    }

    @Test
    void missingLibraryIsToldWithTheWayToGetIt() {
        Library nowhere = new Library("faketime", "libnowhere.so.1", "libfaketime");
        assertEquals("libnowhere.so.1 is not in faketime below [/usr/lib, /usr/lib64, /usr/local/lib]"
                + "; install it with: apt-get install libfaketime (or run ./holdfast setup)",
                assertThrows(ServerException.class, () -> new FakeClock(nowhere)).getMessage());
        assertTrue(Library.FAKETIME.find().isAbsolute());
    }

    private static long time(RedisServer redis) {
        return Long.parseLong(redis.command("TIME").lines().findFirst().orElseThrow()) * 1_000;
    }

    private static void assertNear(long expected, long actual) {
        assertTrue(Math.abs(actual - expected) < NEAR, () -> actual + " is not near " + expected);
    }
}
