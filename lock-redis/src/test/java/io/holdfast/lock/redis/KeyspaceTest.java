package io.holdfast.lock.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.redisson.connection.CRC16;

/** Which keys a name has, and in which slots of a cluster they are. */
final class KeyspaceTest {
    private static final int SLOTS = 16_384;

    private final Keyspace keyspace = new Keyspace("holdfast");

    @Test
    void allKeysOfANameAreInTheSlotOfItsBucket() {
        for (String name : nastyNames()) {
            Keyspace.LockKeys keys = keyspace.of(name);
            int slot = slot("{" + Keyspace.tag(keys.bucket()) + "}");
            for (String key : List.of(keys.lock(), keys.line(), keys.mark(), keyspace.alive(keys.bucket(), "c"),
                    keyspace.inbox(keys.bucket(), "c"))) {
                assertEquals(slot, slot(key), key);
            }
        }
    }

    @Test
    void noTwoNamesShareAKey() {
        Set<String> keys = new HashSet<>();
        for (String name : nastyNames()) {
            Keyspace.LockKeys of = keyspace.of(name);
            assertTrue(keys.add(of.lock()), () -> "lock key of '" + name + "' is another's key, too");
            assertTrue(keys.add(of.line()), () -> "line key of '" + name + "' is another's key, too");
        }
        for (int bucket = 0; bucket < Keyspace.BUCKETS; bucket++) {
            assertTrue(keys.add(keyspace.alive(bucket, "c")), "an alive key is another's key, too");
        }
        for (int bucket = 0; bucket < Keyspace.BUCKETS; bucket++) {
            assertTrue(keys.add(markOfBucket(bucket)), "a mark is another's key, too");
        }
    }

    @Test
    void theKeysOfALockAreFoundByItsLockKey() {
        for (String name : nastyNames()) {
            assertEquals(keyspace.of(name), keyspace.ofLockKey(keyspace.of(name).lock()));
        }
    }

    /** Masters have ranges of slots, so tags that lie close together would leave some of them without work. */
    @Test
    void thereIsOneBucketInEvery512Slots() {
        for (int bucket = 0; bucket < Keyspace.BUCKETS; bucket++) {
            assertEquals(bucket, slot("{" + Keyspace.tag(bucket) + "}") / (SLOTS / Keyspace.BUCKETS), "part of the slots");
        }
    }

    @Test
    void namesAreSpreadOverTheBuckets() {
        assertSpread(IntStream.range(0, 32_000).mapToObj(i -> "order:" + i).toList());
        assertSpread(IntStream.range(0, 32_000).mapToObj(i -> i + ":order").toList());
        assertSpread(IntStream.range(0, 32_000).mapToObj(i -> String.format("%08d", 32 * i)).toList());
    }

    private void assertSpread(List<String> names) {
        int[] counts = new int[Keyspace.BUCKETS];
        names.forEach(name -> counts[keyspace.of(name).bucket()]++);
        int fair = names.size() / Keyspace.BUCKETS;
        for (int count : counts) {
            assertTrue(count > fair / 2 && count < fair * 2,
                    () -> names.get(1) + "…: " + count + " names in a bucket, " + fair + " is fair");
        }
    }

    private String markOfBucket(int bucket) {
        return IntStream.range(0, 10_000).mapToObj(i -> keyspace.of("name" + i)).filter(keys -> keys.bucket() == bucket)
                .findFirst().orElseThrow().mark();
    }

    private static List<String> nastyNames() {
        List<String> names = new ArrayList<>(List.of("{", "}", "}{", "{}", "}:lock:", "}:lock:a", "a", ":", " ", "  ", "a b", "\n",
                "\r\n", "\0", "a\0b", "😀", "é", "e\u0301", "token", "lock:a", "line:a", "alive:c", "x".repeat(1_024),
                "x".repeat(1_023) + "y",
                "😀".repeat(256)));
        IntStream.range(0, 2_000).forEach(i -> names.add("{" + i + "}"));
        return names;
    }

    /** As the cluster specification has it: if there is something between the first brace and the next closing one, only that counts. */
    private static int slot(String key) {
        int open = key.indexOf('{');
        int close = open < 0 ? -1 : key.indexOf('}', open + 1);
        String counts = close > open + 1 ? key.substring(open + 1, close) : key;
        return CRC16.crc16(counts.getBytes(StandardCharsets.UTF_8)) % SLOTS;
    }
}
