package io.holdfast.lock.tck.servers;

import io.holdfast.lock.tck.servers.RedisPlan.Mode;
import java.io.IOException;
import java.util.List;

/**
 * A Redis Cluster of masters without replicas. The slots are spread evenly, in ranges: the first node has the lowest. A part of
 * them may be down while the others serve. See {@link ServerProcess} for threads and time limits.
 */
public final class RedisCluster implements AutoCloseable {
    private static final int SLOTS = 16_384;

    private final ServerGroup nodes = new ServerGroup();

    private RedisCluster() {}

    static RedisCluster start(int masters) {
        if (masters < 1 || masters > SLOTS) {
            throw new IllegalArgumentException("a cluster has 1 to " + SLOTS + " masters, not " + masters);
        }
        RedisCluster cluster = new RedisCluster();
        try {
            cluster.startNodes(masters);
            cluster.assignSlots();
            cluster.meet();
            cluster.awaitReady();
            return cluster;
        } catch (RuntimeException failed) {
            cluster.close();
            throw failed;
        }
    }

    /** {@code redis+cluster://127.0.0.1:P1,127.0.0.1:P2,...} with all nodes. */
    public String url() {
        return "redis+cluster://" + nodes.addresses();
    }

    /** The nodes, in the order of their slots. */
    public List<RedisServer> nodes() {
        return nodes.all();
    }

    /**
     * Asks every node, and adds up the replies.
     *
     * @param command one whose reply is a number, such as {@code DBSIZE}
     * @return the sum
     * @throws ServerException if a node does not answer, or with the text of its error
     * @throws NumberFormatException if a reply is no number
     */
    public long sum(String... command) {
        return nodes.all().stream().mapToLong(node -> Long.parseLong(node.command(command))).sum();
    }

    /**
     * Blocks until every node says that the cluster is well and knows where all slots are: the way on after a node was started
     * again. A new cluster is there already.
     *
     * @throws ServerException if it is not so within 20 s
     */
    public void awaitReady() {
        for (RedisServer node : nodes.all()) {
            Await.until("cluster node " + node + " knows all others", () -> knowsAll(node), nodes::details);
        }
    }

    /** Kills all nodes and removes their folders. May be called twice. */
    @Override
    public void close() {
        nodes.close();
    }

    private void startNodes(int masters) {
        for (int i = 0; i < masters; i++) {
            nodes.start(RedisPlan.of(Mode.CLUSTER, "cluster-require-full-coverage no", "cluster-node-timeout 2000"));
        }
    }

    /** Each node gets its epoch as well: nodes of the same one have to settle that among themselves first. */
    private void assignSlots() {
        List<RedisServer> all = nodes.all();
        for (int i = 0; i < all.size(); i++) {
            String first = Integer.toString(SLOTS * i / all.size());
            String last = Integer.toString(SLOTS * (i + 1) / all.size() - 1);
            all.get(i).command("CLUSTER", "ADDSLOTSRANGE", first, last);
            all.get(i).command("CLUSTER", "SET-CONFIG-EPOCH", Integer.toString(i + 1));
        }
    }

    /** All pairs, not only a chain: gossip would take seconds to tell the rest. */
    private void meet() {
        for (RedisServer one : nodes.all()) {
            for (RedisServer other : nodes.all()) {
                if (one != other) {
                    one.command("CLUSTER", "MEET", other.host(), Integer.toString(other.port()), Integer.toString(other.busPort()));
                }
            }
        }
    }

    private boolean knowsAll(RedisServer node) throws IOException {
        List<String> info = node.ask(RedisAccess.SHORT, "CLUSTER", "INFO").lines().toList();
        return info.containsAll(List.of("cluster_state:ok", "cluster_slots_assigned:" + SLOTS, "cluster_slots_ok:" + SLOTS,
                "cluster_known_nodes:" + nodes.all().size()));
    }
}
