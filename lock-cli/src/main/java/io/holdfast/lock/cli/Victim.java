package io.holdfast.lock.cli;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockOptions;
import io.holdfast.lock.memory.MemoryLockBackend;
import java.time.Duration;

/** A client whose connection can be cut while it holds the lock. It renews its lease like every other until then. */
final class Victim implements AutoCloseable {
    /** Its close has nobody to talk to, and should not wait for the usual ten seconds. */
    private static final Duration ANSWER_LIMIT = Duration.ofMillis(200);

    private final SeverableBackend backend;
    private final LockClient client;
    private final Hold hold;

    private Victim(SeverableBackend backend, LockClient client, Hold hold) {
        this.backend = backend;
        this.client = client;
        this.hold = hold;
    }

    /** Takes the lock, waiting for it if need be. */
    static Victim holding(Market market, LockOptions options) throws InterruptedException {
        SeverableBackend backend = new SeverableBackend(MemoryLockBackend.open(market.storeName()));
        LockClient client = LockClient.builder().backend(backend).answerLimit(ANSWER_LIMIT).build();
        return new Victim(backend, client, client.lock(Market.LOCK_NAME, options).acquire());
    }

    Hold hold() {
        return hold;
    }

    void sever() {
        backend.sever();
    }

    @Override
    public void close() {
        client.close();
    }
}
