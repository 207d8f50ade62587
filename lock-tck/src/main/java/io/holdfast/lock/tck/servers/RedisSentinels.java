package io.holdfast.lock.tck.servers;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.tck.servers.RedisPlan.Mode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A Redis master with two replicas, watched by three sentinels under the name {@value #MASTER_NAME}. When the master has been
 * silent for as long as they were told, they choose another one. See {@link ServerProcess} for threads and time limits.
 */
public final class RedisSentinels implements AutoCloseable {
    /** How the sentinels call the master. */
    public static final String MASTER_NAME = "holdfast";

    private static final int REPLICAS = 2;
    private static final int SENTINELS = 3;

    private final ServerGroup servers = new ServerGroup();
    private final ServerGroup sentinels = new ServerGroup();

    private RedisSentinels() {}

    static RedisSentinels start(Duration silence) {
        RedisSentinels all = new RedisSentinels();
        try {
            all.startServers();
            all.startSentinels(silence);
            return all;
        } catch (RuntimeException failed) {
            all.close();
            throw failed;
        }
    }

    /** {@code redis+sentinel://127.0.0.1:P1,127.0.0.1:P2,127.0.0.1:P3/holdfast}, with the ports of the sentinels. */
    public String url() {
        return "redis+sentinel://" + sentinels.addresses() + "/" + MASTER_NAME;
    }

    /**
     * The master of this moment, as the first sentinel says that answers. Blocks for at most 2 s for each that does not.
     *
     * @throws ServerException if no sentinel answers
     */
    public RedisServer master() {
        for (RedisServer sentinel : sentinels.running()) {
            try {
                return masterSeenBy(sentinel);
            } catch (IOException silent) {
                continue;
            }
        }
        throw new ServerException("no sentinel answers" + sentinels.details());
    }

    /**
     * Blocks until the sentinels that run agree on another master and that one serves as such: the way on after
     * {@code master().kill()} or {@code master().pause()}.
     *
     * @param old the master that was
     * @return the master that is
     * @throws ServerException if there is none within 20 s
     */
    public RedisServer awaitNewMaster(RedisServer old) {
        requireNonNull(old, "old");
        return Await.some("a master other than " + old, () -> agreedMaster().filter(master -> master != old), sentinels::details);
    }

    /** The three data servers, whatever their roles are by now. */
    public List<RedisServer> servers() {
        return servers.all();
    }

    /** The three sentinels. */
    public List<RedisServer> sentinels() {
        return sentinels.all();
    }

    /** Kills all six and removes their folders. May be called twice. */
    @Override
    public void close() {
        // First those that would see the others die.
        try (servers) {
            sentinels.close();
        }
    }

    private void startServers() {
        RedisServer master = servers.start(RedisPlan.of(Mode.PLAIN));
        for (int i = 0; i < REPLICAS; i++) {
            servers.start(RedisPlan.of(Mode.PLAIN, "replicaof " + master.host() + " " + master.port()));
        }
        // Sentinels ask the master for its replicas when they start, and then only every ten seconds.
        Await.until("replicas are linked to " + master, () -> hasReplicas(master), servers::details);
    }

    private void startSentinels(Duration silence) {
        RedisServer master = servers.all().get(0);
        for (int i = 0; i < SENTINELS; i++) {
            sentinels.start(RedisPlan.of(Mode.SENTINEL,
                    "sentinel monitor " + MASTER_NAME + " " + master.host() + " " + master.port() + " 2",
                    "sentinel down-after-milliseconds " + MASTER_NAME + " " + silence.toMillis(),
                    "sentinel failover-timeout " + MASTER_NAME + " 2000"));
        }
        for (RedisServer sentinel : sentinels.all()) {
            Await.until("sentinel " + sentinel + " sees all others", () -> seesAll(sentinel), sentinels::details);
        }
    }

    private static boolean hasReplicas(RedisServer master) throws IOException {
        String replication = master.ask(RedisAccess.SHORT, "INFO", "replication");
        return replication.lines().filter(line -> line.startsWith("slave") && line.contains("state=online")).count() == REPLICAS;
    }

    private static boolean seesAll(RedisServer sentinel) throws IOException {
        SentinelReply master = SentinelReply.ask(sentinel, "MASTER");
        SentinelReply replicas = SentinelReply.ask(sentinel, "REPLICAS");
        SentinelReply others = SentinelReply.ask(sentinel, "SENTINELS");
        return master.all("flags", "master", 1) && replicas.all("flags", "slave", REPLICAS)
                && replicas.all("master-link-status", "ok", REPLICAS) && others.all("flags", "sentinel", SENTINELS - 1);
    }

    /** Present if a majority of the sentinels answers, all that do name the same server, and that one agrees. */
    private Optional<RedisServer> agreedMaster() throws IOException {
        List<RedisServer> named = new ArrayList<>();
        for (RedisServer sentinel : sentinels.running()) {
            try {
                named.add(masterSeenBy(sentinel));
            } catch (IOException silent) {
                continue;
            }
        }
        if (named.size() <= SENTINELS / 2 || Set.copyOf(named).size() > 1) {
            return Optional.empty();
        }
        RedisServer master = named.get(0);
        return master.ask(RedisAccess.SHORT, "ROLE").startsWith("master") ? Optional.of(master) : Optional.empty();
    }

    private RedisServer masterSeenBy(RedisServer sentinel) throws IOException {
        String[] address = sentinel.ask(RedisAccess.SHORT, "SENTINEL", "GET-MASTER-ADDR-BY-NAME", MASTER_NAME).split("\n");
        String port = address[address.length - 1];
        return servers.all().stream().filter(server -> port.equals(Integer.toString(server.port()))).findFirst()
                .orElseThrow(() -> new IOException("sentinel " + sentinel + " names an unknown master: " + String.join(":", address)));
    }
}
