package io.holdfast.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.memory.MemoryLockBackend;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LockClientTest {
    @Test
    void urlOptionsBecomeTheDefaults() {
        try (LockClient client = LockClient.connect("mem:x?lease=5s&renew=false&fair=true&wait=250ms&purpose=night%20run&answer=3s")) {
            LockOptions expected = new LockOptions(Duration.ofSeconds(5), false, true, Optional.of(Duration.ofMillis(250)), "night run");
            assertEquals(expected, client.defaultOptions());
        }
    }

    @Test
    void unknownSchemeListsWhatIsThere() {
        String message = assertThrows(LockConfigurationException.class, () -> LockClient.connect("redsi://user:secret@host")).getMessage();
        assertTrue(message.contains("redsi") && message.contains("known are mem"), message);
        assertFalse(message.contains("secret"), message);
    }

    @Test
    void unknownOptionListsWhatIsKnown() {
        String message = assertThrows(LockConfigurationException.class, () -> LockClient.connect("mem:x?leese=5s")).getMessage();
        assertTrue(message.contains("'leese'") && message.contains("answer, fair, lease, purpose, renew, wait"), message);
    }

    @Test
    void badOptionsSayWhatIsRight() {
        for (String query : List.of("lease=5", "lease=", "lease=1ms", "renew=yes", "wait=0s", "answer=0ms",
                 "lease=999999999999h", "lease=5s&lease=6s", "purpose=%zz")) {
            assertThrows(LockConfigurationException.class, () -> LockClient.connect("mem:x?" + query), query);
        }
        assertThrows(LockConfigurationException.class, () -> LockClient.connect("no scheme"));
        assertThrows(NullPointerException.class, () -> LockClient.connect(null));
    }

    @Test
    void builderTakesEitherUrlOrBackend() {
        assertThrows(IllegalStateException.class, () -> LockClient.builder().build());
        LockClientBuilder both = LockClient.builder().url("mem:x").backend(MemoryLockBackend.open("x"));
        assertThrows(IllegalStateException.class, both::build);
        assertThrows(IllegalArgumentException.class, () -> LockClient.builder().answerLimit(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> LockClient.builder().handOff(64, Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> LockClient.builder().handOff(1, Duration.ofMillis(-1)));
    }

    @Test
    void optionsCheckThemselves() {
        LockOptions options = LockOptions.defaults();
        assertThrows(IllegalArgumentException.class, () -> options.withLease(Duration.ZERO));
        assertThrows(IllegalArgumentException.class, () -> options.withLease(Duration.ofMillis(99)));
        assertThrows(IllegalArgumentException.class, () -> options.withFixedLease(Duration.ofDays(366)));
        assertThrows(IllegalArgumentException.class, () -> options.withWaitLimit(Duration.ofSeconds(-1)));
        assertThrows(IllegalArgumentException.class, () -> options.withPurpose("x".repeat(257)));
        assertThrows(NullPointerException.class, () -> options.withPurpose(null));
    }

    @Test
    void memoryIsSharedByName() throws Exception {
        try (LockClient a = LockClient.connect("mem:one");
                LockClient same = LockClient.connect("mem:one");
                LockClient b = LockClient.connect("mem:two")) {
            try (Hold hold = a.lock("stock").acquire()) {
                assertTrue(hold.isValid());
                assertTrue(same.lock("stock").tryAcquire().isEmpty());
                b.lock("stock").tryAcquire().orElseThrow().close();
            }
        }
    }

    @Test
    void inspectTellsOperatorsWhoHasTheLock() throws Exception {
        try (LockClient client = LockClient.connect("mem:inspect?purpose=import")) {
            assertFalse(client.inspect("a").isHeld());
            try (Hold hold = client.lock("a").acquire()) {
                LockInfo.Owner owner = client.inspect("a").owner().orElseThrow();
                assertEquals(hold.token(), owner.token());
                assertEquals(client.id(), owner.holder().clientId());
                assertEquals(ProcessHandle.current().pid(), owner.holder().pid());
                assertEquals(Thread.currentThread().getName(), owner.holder().thread());
                assertEquals("import", owner.holder().purpose());
                assertTrue(owner.leaseLeft().compareTo(Duration.ofSeconds(30)) <= 0);
            }
        }
    }

    @Test
    void listenerHearsTheLifeOfALockAndItsTroubleIsItsOwn() throws Exception {
        List<LockEvent> events = new ArrayList<>();
        LockListener listener = event -> {
            events.add(event);
            throw new IllegalStateException("a bad listener");
        };
        try (LockClient client = LockClient.builder().url("mem:listen").listener(listener).build()) {
            Hold hold = client.lock("a").acquire();
            assertTrue(client.lock("a").tryAcquire().isEmpty());
            hold.close();
        }
        assertEquals(List.of(LockEvent.Acquired.class, LockEvent.NotAcquired.class, LockEvent.Released.class),
                events.stream().map(Object::getClass).toList());
    }

    @Test
    void namesOfLocksAreChecked() {
        try (LockClient client = LockClient.connect("mem:names")) {
            assertThrows(IllegalArgumentException.class, () -> client.lock(""));
            assertThrows(NullPointerException.class, () -> client.lock(null));
            assertThrows(IllegalArgumentException.class, () -> client.lock("x".repeat(1025)));
            assertThrows(IllegalArgumentException.class, () -> client.lock("€".repeat(342)));
            assertThrows(IllegalArgumentException.class, () -> client.lock("half \ud83d a pair"));
            assertThrows(IllegalArgumentException.class, () -> client.lock("half \ude00 a pair"));
            assertThrows(IllegalArgumentException.class, () -> client.inspect(""));
            assertThrows(IllegalArgumentException.class, () -> client.forceRelease(""));
            assertEquals("€".repeat(341), client.lock("€".repeat(341)).name());
            assertEquals("😀".repeat(256), client.lock("😀".repeat(256)).name());
            assertEquals("\0", client.lock("\0").name());
        }
    }
}
