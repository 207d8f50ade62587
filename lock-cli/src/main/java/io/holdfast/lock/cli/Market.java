package io.holdfast.lock.cli;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockClient;
import java.util.UUID;

/**
 * Where the shops meet: a lock store that each reaches through a client of its own.
 *
 * @param storeName the name of the memory store, which no other run in this JVM shares
 */
record Market(String storeName) {
    /** The lock that protects the stock. */
    static final String LOCK_NAME = "stock:42";

    static Market open() {
        return new Market("demo-" + UUID.randomUUID());
    }

    LockClient connect() {
        return LockClient.connect("mem:" + storeName);
    }

    static DistributedLock stockLock(LockClient client) {
        return client.lock(LOCK_NAME);
    }
}
