package io.holdfast.lock.tck;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockInfo;
import io.holdfast.lock.spi.Capability;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@Shows(Guarantee.G13)
abstract class NamesTests extends GuaranteeTests {
    NamesTests(LockBackendTck kit) {
        super(kit);
    }

    @Test
    void namesThatDifferAreDifferentLocks() throws Exception {
        LockClient locks = client();
        Map<String, Hold> holds = new LinkedHashMap<>();
        for (String name : NastyNames.all()) {
            holds.put(name, take(locks, name, "while " + holds.size() + " other names are held"));
        }
        holds.values().forEach(Hold::close);
    }

    @Test
    void everyNameExcludesAndIsReleased() throws Exception {
        LockClient locks = client();
        LockClient other = client();
        for (String name : NastyNames.all()) {
            Hold hold = take(locks, name, "when it is free");
            assertTrue(other.lock(name).tryAcquire().isEmpty(), () -> "another client got " + NastyNames.show(name) + " while it is held");
            hold.close();
            take(other, name, "after its release").close();
        }
    }

    @Test
    void everyNameCanBeWaitedFor() throws Exception {
        LockClient locks = client();
        LockClient other = client();
        for (String name : NastyNames.all()) {
            Hold hold = locks.lock(name, longOptions()).acquire();
            var waiter = other.lock(name, longOptions()).acquireAsync();
            hold.close();
            patience.await("a waiter for " + NastyNames.show(name) + " is woken", waiter).close();
        }
    }

    @Test
    void namesLeaveNothingBehind() throws Exception {
        var before = kit.residue();
        LockClient locks = client();
        for (String name : NastyNames.all()) {
            take(locks, name, "when it is free").close();
        }
        before.ifPresent(count -> patience.until("all names are gone from the store", () -> kit.residue().getAsLong() <= count));
        for (String name : NastyNames.all()) {
            take(locks, name, "a second time").close();
        }
    }

    @Test
    @Requires(Capability.INSPECT)
    void everyNameIsInspectedAsItself() throws Exception {
        LockClient locks = client();
        LockClient other = client();
        for (String name : NastyNames.all()) {
            Hold hold = take(locks, name, "when it is free");
            LockInfo info = other.inspect(name);
            assertEquals(name, info.lockName(), "name in the answer to inspect");
            assertEquals(Optional.of(locks.id()), info.owner().map(owner -> owner.holder().clientId()),
                    () -> "owner of " + NastyNames.show(name));
            hold.close();
            assertTrue(other.inspect(name).owner().isEmpty(), () -> NastyNames.show(name) + " has an owner after its release");
        }
    }

    @Test
    void longestNameWorksAndLongerIsRefused() throws Exception {
        LockClient locks = client();
        List<Hold> holds = new ArrayList<>();
        for (String name : NastyNames.longest()) {
            holds.add(take(locks, name, "with 1,024 bytes"));
            assertThrows(IllegalArgumentException.class, () -> locks.lock(name + "x"), "a name of 1,025 bytes");
        }
        holds.forEach(Hold::close);
    }

    @Test
    void emptyAndMalformedNamesAreRefused() throws Exception {
        LockClient locks = client();
        assertThrows(IllegalArgumentException.class, () -> locks.lock(""), "the empty name");
        for (String name : NastyNames.malformed()) {
            assertThrows(IllegalArgumentException.class, () -> locks.lock(name), () -> "the name " + NastyNames.show(name));
        }
    }

    private static Hold take(LockClient locks, String name, String when) {
        return locks.lock(name).tryAcquire()
                .orElseThrow(() -> new AssertionError("lock " + NastyNames.show(name) + " can't be acquired " + when));
    }
}
