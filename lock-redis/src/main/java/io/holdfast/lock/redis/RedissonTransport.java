package io.holdfast.lock.redis;

import io.holdfast.lock.LockConfigurationException;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.redisson.api.NodeType;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisClientConfig;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisMovedException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;
import org.redisson.client.protocol.RedisStrictCommand;
import org.redisson.connection.ConnectionManager;
import org.redisson.connection.MasterSlaveEntry;

/**
 * The protocol's way through Redisson: Redisson says who is master of what; the commands go over two connections of our own to
 * each master. Redisson's own commands each occupy a connection until their reply is there. These follow each other on one, so
 * two are enough for any number of locks.
 */
@SuppressWarnings("FutureReturnValueIgnored") // of netty and Redisson; what has to be known of them is listened to
final class RedissonTransport implements RedisTransport {
    private static final System.Logger LOG = System.getLogger("io.holdfast.lock.redis");
    private static final RedisCommand<Object> EVALSHA = new RedisStrictCommand<>("EVALSHA");
    private static final RedisCommand<Object> EVAL = new RedisStrictCommand<>("EVAL");
    private static final RedisCommand<Long> EXISTS = new RedisStrictCommand<>("EXISTS");
    private static final RedisCommand<String> INFO = new RedisStrictCommand<>("INFO");
    private static final int FIRST_VERSION_WITH_SHARDED_CHANNELS = 7;

    private final RedissonHandle redisson;
    private final ConnectionManager manager;
    private final RedisSettings settings;
    private final boolean cluster;
    private final int[] slots;
    private final ServerFacts facts;
    private final Inbox[] inboxes;

    // Mutable state; each is thread safe by itself
    private final Map<RedisClient, RedissonNode> nodes = new ConcurrentHashMap<>();
    private volatile Consumer<String> message = text -> {};
    private volatile Runnable gap = () -> {};
    private volatile boolean closed;

    /** Asks the server what it is. Blocks for as long as that takes; closes everything if it fails. */
    RedissonTransport(RedissonHandle redisson, RedisSettings settings, String clientId) {
        this.redisson = redisson;
        this.manager = redisson.connections();
        this.settings = settings;
        this.cluster = settings.topology() == RedisTopology.CLUSTER;
        this.slots = IntStream.range(0, Keyspace.BUCKETS).map(bucket -> manager.calcSlot("{" + Keyspace.tag(bucket) + "}")).toArray();
        try {
            this.facts = ask(firstNode());
            check(facts);
            this.inboxes = IntStream.range(0, Keyspace.BUCKETS).mapToObj(bucket -> inbox(bucket, clientId)).toArray(Inbox[]::new);
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private RedissonNode firstNode() {
        RedissonNode node = node(manager.getNextEntry());
        if (node == null) {
            throw new RedisConnectionException("no server of " + settings.address() + " can be reached");
        }
        return node;
    }

    private static ServerFacts ask(RedissonNode node) {
        try {
            return node.send(INFO).thenApply(ServerFacts::parse).exceptionallyCompose(error -> RedisFailures.isForbidden(error)
                    ? node.send(RedisCommands.HELLO).thenApply(ServerFacts::parse)
                    : CompletableFuture.failedFuture(error)).join();
        } catch (CompletionException failed) {
            throw new RedisException(String.valueOf(RedisFailures.brief(RedisFailures.unwrap(failed)).getMessage()), failed);
        }
    }

    /** A node of a cluster has a part of the keys only: taken for a single server it would work for some names and not for others. */
    private void check(ServerFacts found) {
        if (found.mode().equals("cluster") && !cluster) {
            throw new LockConfigurationException(settings.address(), "this server is part of a cluster: write redis+cluster://host:6379");
        }
        if (found.mode().equals("sentinel")) {
            throw new LockConfigurationException(settings.address(), "this is a sentinel: write redis+sentinel://host:26379/master");
        }
        if (found.evicts()) {
            LOG.log(System.Logger.Level.WARNING, "{0} may drop keys to make room, and locks with them: set maxmemory-policy to noeviction",
                    settings.address());
        }
    }

    private Inbox inbox(int bucket, String clientId) {
        Keyspace keyspace = settings.keyspace();
        if (!cluster) {
            return Inbox.of(keyspace.inbox(clientId));
        }
        String channel = keyspace.inbox(bucket, clientId);
        return facts.majorVersion() >= FIRST_VERSION_WITH_SHARDED_CHANNELS ? Inbox.sharded(channel) : Inbox.of(channel);
    }

    @Override
    public void listen(Consumer<String> messages, Runnable gaps) {
        message = messages;
        gap = gaps;
    }

    @Override
    public Inbox inbox(int bucket) {
        return inboxes[bucket];
    }

    @Override
    public boolean spansBuckets() {
        return !cluster;
    }

    @Override
    public String version() {
        return facts.version();
    }

    // ---- running scripts

    @Override
    public <T> CompletableFuture<T> run(Script<T> script, int bucket, String[] keys, String[] args) {
        return evaluate(script, bucket, keys, args, (node, command, params) -> script.isHeard()
                ? node.send(inboxes[bucket], command, params)
                : node.send(command, params));
    }

    @Override
    public <T> CompletableFuture<Replicated<T>> runReplicated(Script<T> script, int bucket, String[] keys, String[] args, int replicas) {
        return this.<T, Replicated<T>>evaluate(script, bucket, keys, args,
                (node, command, params) -> node.sendReplicated(inboxes[bucket], replicas, command, params));
    }

    /** How a command goes to a node. */
    private interface Sending<T, R> {
        CompletableFuture<R> send(RedissonNode node, RedisCommand<T> command, Object[] params);
    }

    private <T, R> CompletableFuture<R> evaluate(Script<T> script, int bucket, String[] keys, String[] args, Sending<T, R> sending) {
        RedissonNode node = node(bucket);
        if (node == null) {
            String why = closed ? "the client is closed" : "no server has the slot " + slots[bucket];
            return CompletableFuture.failedFuture(new IOException(why));
        }
        return sending.send(node, typed(EVALSHA), params(script.sha(), keys, args))
                .exceptionallyCompose(error -> again(script, node, keys, args, sending, RedisFailures.unwrap(error)));
    }

    /** These errors say that nothing was run: the server has forgotten the script, or the slot is on another server now. */
    private <T, R> CompletableFuture<R> again(
            Script<T> script, RedissonNode node, String[] keys, String[] args, Sending<T, R> sending, Throwable error) {
        if (cluster && error instanceof SubscriptionRefusedException) {
            // If that is because the slot has moved, the server says so to whoever asks for a key in it.
            return node.send(EXISTS, keys[0]).handle((found, moved) -> moved == null ? error : RedisFailures.unwrap(moved))
                    .thenCompose(why -> why instanceof RedisMovedException
                            ? again(script, node, keys, args, sending, why)
                            : CompletableFuture.failedFuture(error));
        }
        RedissonNode next = error instanceof RedisNoScriptException ? node
                : error instanceof RedisMovedException redirect ? node(manager.getEntry(redirect.getUrl())) : null;
        return next == null
                ? CompletableFuture.failedFuture(RedisFailures.brief(error))
                : sending.send(next, typed(EVAL), params(script.text(), keys, args))
                        .exceptionallyCompose(again -> CompletableFuture.failedFuture(RedisFailures.brief(RedisFailures.unwrap(again))));
    }

    private static Object[] params(String script, String[] keys, String[] args) {
        Object[] params = new Object[2 + keys.length + args.length];
        params[0] = script;
        params[1] = keys.length;
        System.arraycopy(keys, 0, params, 2, keys.length);
        System.arraycopy(args, 0, params, 2 + keys.length, args.length);
        return params;
    }

    /** The decoder makes of a reply what it is, a number or a text; which of them, the script knows. */
    @SuppressWarnings("unchecked")
    private static <T> RedisCommand<T> typed(RedisCommand<Object> command) {
        return (RedisCommand<T>) command;
    }

    // ---- nodes

    private @Nullable RedissonNode node(int bucket) {
        return node(manager.getEntry(slots[bucket]));
    }

    private @Nullable RedissonNode node(@Nullable MasterSlaveEntry entry) {
        if (entry == null || closed) {
            return null;
        }
        RedisClient master = entry.getClient();
        RedissonNode known = nodes.get(master);
        return known != null ? known : add(master);
    }

    private synchronized @Nullable RedissonNode add(RedisClient master) {
        Set<RedisClient> masters = manager.getEntrySet().stream().map(MasterSlaveEntry::getClient).collect(Collectors.toSet());
        nodes.forEach((former, node) -> {
            if (!masters.contains(former)) {
                nodes.remove(former);
                node.close();
            }
        });
        return closed ? null : nodes.computeIfAbsent(master, this::connect);
    }

    /** A client of our own for the same server, which hands on messages on the thread that reads them: one wake-up less. */
    private RedissonNode connect(RedisClient master) {
        RedisClientConfig config = master.getConfig();
        RedisClient own = manager.createClient(NodeType.MASTER, master.getAddr(), config.getAddress(), config.getSslHostname());
        own.getConfig().setExecutor(InlineExecutor.INSTANCE);
        return new RedissonNode(own, settings.replyLimit(), text -> message.accept(text), () -> gap.run());
    }

    // ---- the rest

    @Override
    public void after(Duration delay, Runnable task) {
        try {
            manager.getServiceManager().getGroup().schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException shutDown) {
            // Whatever it was for has ended with the client.
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        nodes.values().forEach(RedissonNode::close);
        nodes.clear();
        redisson.close();
    }
}
