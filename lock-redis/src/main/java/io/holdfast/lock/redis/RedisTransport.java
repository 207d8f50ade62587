package io.holdfast.lock.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** What the protocol needs of a Redis client: to run a script, and to hear messages. Never blocks, except to close. */
interface RedisTransport extends AutoCloseable {
    /**
     * Runs a script on the server that has the bucket. The keys are of this bucket, unless {@link #spansBuckets()}.
     *
     * @return the script's answer. Fails if the server refused the script, or if no answer came in time; which of the two it was
     *     is for {@link RedisFailures} to say
     */
    <T> CompletionStage<T> run(Script<T> script, int bucket, String[] keys, String[] args);

    /**
     * As {@link #run}, and waits for replicas: the number of those that have the script's effects when enough have them, or when
     * the time is up.
     */
    <T> CompletionStage<Replicated<T>> runReplicated(Script<T> script, int bucket, String[] keys, String[] args, int replicas);

    /** A script's answer, and how many replicas have its effects. */
    record Replicated<T>(T answer, int replicas) {}

    /** Whether one script may touch the keys of several buckets. */
    boolean spansBuckets();

    /**
     * The address of this client's messages about names in this bucket. It is listened to before a script that
     * {@linkplain Script#isHeard() needs it} runs there.
     */
    Inbox inbox(int bucket);

    /**
     * Where messages go. Called once, before anything else.
     *
     * @param message gets each message
     * @param gap is run when messages may have been lost, and are heard again
     */
    void listen(Consumer<String> message, Runnable gap);

    /** Runs a task later, on a thread of the client. */
    void after(Duration delay, Runnable task);

    /** The server's version. */
    String version();

    @Override
    void close();
}
