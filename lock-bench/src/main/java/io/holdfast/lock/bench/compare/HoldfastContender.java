package io.holdfast.lock.bench.compare;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockClient;
import io.holdfast.lock.LockClientBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Holdfast, on whichever backend the URL names. */
public final class HoldfastContender implements Contender {
    @Override
    public String name() {
        return "Holdfast";
    }

    @Override
    public Role role() {
        return Role.SUBJECT;
    }

    @Override
    public boolean takesPart(Scenario scenario) {
        return true;
    }

    @Override
    public Session open(String url, Scenario scenario) {
        LockClientBuilder builder = LockClient.builder().url(url);
        if (scenario == Scenario.HANDOFF) {
            // What is measured is the way over the server, for each single release.
            builder.handOff(0, Duration.ZERO);
        }
        LockClient client = builder.build();
        return name -> new HoldLock(client.lock(name));
    }

    private static final class HoldLock implements Session.ThreadLock {
        private final DistributedLock lock;

        // Mutable state, of one thread
        private @Nullable Hold hold;

        HoldLock(DistributedLock lock) {
            this.lock = lock;
        }

        @Override
        public void acquire() throws InterruptedException {
            hold = lock.acquire();
        }

        @Override
        public void release() {
            hold.close();
        }
    }
}
