package outside;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LockBackendException;
import io.holdfast.lock.LockClient;

/** What a first user writes: finds the backends through the published jars alone. */
public final class Main {
    private Main() {}

    public static void main(String[] args) throws InterruptedException {
        try (LockClient locks = LockClient.connect("mem:outside"); Hold hold = locks.lock("stock:42").acquire()) {
            if (!hold.isValid() || locks.lock("stock:42").tryAcquire().isPresent()) {
                throw new AssertionError("not exclusive: " + hold);
            }
            String way = Main.class.getModule().isNamed() ? "module" : "class path";
            System.out.println("outside project: " + way + ", token " + hold.token());
        }
        requireThatRedisIsTried();
    }

    /** No server is needed to see that the backend and its client library are there. */
    private static void requireThatRedisIsTried() {
        try (LockClient locks = LockClient.connect("redis://127.0.0.1:1")) {
            throw new AssertionError("connected to a port that nobody listens to: " + locks);
        } catch (LockBackendException refused) {
            System.out.println("outside project: " + refused.getMessage());
        }
    }
}
