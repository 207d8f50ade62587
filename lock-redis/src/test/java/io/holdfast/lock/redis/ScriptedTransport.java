package io.holdfast.lock.redis;

import io.holdfast.lock.spi.LockUrl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A server that answers when the test says so, and what the test says: for orders of events that a real one shows once a year. */
final class ScriptedTransport implements RedisTransport {
    private static final Inbox INBOX = Inbox.of("holdfast:inbox:client");

    private final List<Call<?>> calls = new CopyOnWriteArrayList<>();
    private final List<Runnable> timers = new CopyOnWriteArrayList<>();

    // Mutable state
    private volatile Consumer<String> ear = message -> {};

    /** A script on its way. */
    record Call<T>(Script<?> script, List<String> args, CompletableFuture<T> reply) {}

    static RedisLockBackend backend(ScriptedTransport transport, String options) {
        return new RedisLockBackend(transport, RedisSettings.of(LockUrl.parse("redis://nowhere" + options)), "client");
    }

    /** All scripts so far of this kind, the oldest first. */
    List<Call<?>> calls(Script<?> script) {
        return calls.stream().filter(call -> call.script() == script).toList();
    }

    /** Answers the newest script of this kind. */
    void answer(Script<?> script, Object reply) {
        answer(calls(script).size() - 1, script, reply);
    }

    /** Answers the script of this kind with this number. */
    @SuppressWarnings("unchecked")
    void answer(int number, Script<?> script, Object reply) {
        CompletableFuture<Object> open = (CompletableFuture<Object>) calls(script).get(number).reply();
        if (reply instanceof Throwable error) {
            open.completeExceptionally(error);
        } else {
            open.complete(reply);
        }
    }

    /** A message comes in. */
    void say(String message) {
        ear.accept(message);
    }

    /** Runs all timers now, as if their time had come. */
    void passTime() {
        List<Runnable> due = List.copyOf(timers);
        timers.removeAll(due);
        due.forEach(Runnable::run);
    }

    @Override
    public <T> CompletionStage<T> run(Script<T> script, int bucket, String[] keys, String[] args) {
        return called(script, args);
    }

    @Override
    public <T> CompletionStage<Replicated<T>> runReplicated(Script<T> script, int bucket, String[] keys, String[] args, int replicas) {
        return called(script, args);
    }

    private <R> CompletableFuture<R> called(Script<?> script, String[] args) {
        CompletableFuture<R> reply = new CompletableFuture<>();
        calls.add(new Call<>(script, List.of(args), reply));
        return reply;
    }

    @Override
    public boolean spansBuckets() {
        return true;
    }

    @Override
    public Inbox inbox(int bucket) {
        return INBOX;
    }

    @Override
    public void listen(Consumer<String> message, Runnable gap) {
        ear = message;
    }

    @Override
    public void after(Duration delay, Runnable task) {
        timers.add(task);
    }

    @Override
    public String version() {
        return "7.0.0";
    }

    @Override
    public void close() {
        calls.forEach(call -> call.reply().completeExceptionally(new IllegalStateException("closed")));
    }
}
