package io.holdfast.lock.redis;

import io.holdfast.lock.spi.LockUrl;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The real transport, but messages get lost on it although the connection lives. */
final class SelectiveTransport implements RedisTransport {
    private static final String CLIENT = "selective";

    private final RedisTransport real;
    private final Predicate<String> hears;

    private SelectiveTransport(RedisTransport real, Predicate<String> hears) {
        this.real = real;
        this.hears = hears;
    }

    /** A backend that hears only what the predicate likes. */
    static RedisLockBackend open(String url, Predicate<String> hears) {
        RedisSettings settings = RedisSettings.of(LockUrl.parse(url));
        RedisTransport real = new RedissonTransport(RedissonHandle.open(settings), settings, CLIENT);
        return new RedisLockBackend(new SelectiveTransport(real, hears), settings, CLIENT);
    }

    @Override
    public <T> CompletionStage<T> run(Script<T> script, int bucket, String[] keys, String[] args) {
        return real.run(script, bucket, keys, args);
    }

    @Override
    public <T> CompletionStage<Replicated<T>> runReplicated(Script<T> script, int bucket, String[] keys, String[] args, int replicas) {
        return real.runReplicated(script, bucket, keys, args, replicas);
    }

    @Override
    public boolean spansBuckets() {
        return real.spansBuckets();
    }

    @Override
    public Inbox inbox(int bucket) {
        return real.inbox(bucket);
    }

    @Override
    public void listen(Consumer<String> message, Runnable gap) {
        real.listen(text -> {
            if (hears.test(text)) {
                message.accept(text);
            }
        }, gap);
    }

    @Override
    public void after(Duration delay, Runnable task) {
        real.after(delay, task);
    }

    @Override
    public String version() {
        return real.version();
    }

    @Override
    public void close() {
        real.close();
    }
}
