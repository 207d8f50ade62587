package io.holdfast.lock.redis;

import io.holdfast.lock.tck.servers.RedisCluster;
import io.holdfast.lock.tck.servers.RedisServer;
import io.holdfast.lock.tck.servers.ServerException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The slot of a lock's bucket, which is moved from one master to another as operators do it: with all its keys, while it is used. */
final class MovingSlot {
    private final RedisCluster cluster;
    private final String slot;

    // Mutable state
    private RedisServer owner;

    private MovingSlot(RedisCluster cluster, String slot, RedisServer owner) {
        this.cluster = cluster;
        this.slot = slot;
        this.owner = owner;
    }

    static MovingSlot of(String lockName, RedisCluster cluster) {
        int bucket = new Keyspace(RedisSettings.DEFAULT_PREFIX).of(lockName).bucket();
        String key = "{" + Keyspace.tag(bucket) + "}";
        RedisServer owner = cluster.nodes().stream().filter(node -> serves(node, key)).findFirst().orElseThrow();
        return new MovingSlot(cluster, owner.command("CLUSTER", "KEYSLOT", key), owner);
    }

    private static boolean serves(RedisServer node, String key) {
        try {
            node.command("EXISTS", key);
            return true;
        } catch (ServerException moved) {
            return false;
        }
    }

    RedisServer owner() {
        return owner;
    }

    RedisServer another() {
        return cluster.nodes().stream().filter(node -> node != owner).findFirst().orElseThrow();
    }

    void moveTo(RedisServer next) {
        next.command("CLUSTER", "SETSLOT", slot, "IMPORTING", id(owner));
        owner.command("CLUSTER", "SETSLOT", slot, "MIGRATING", id(next));
        for (List<String> keys = keys(); !keys.isEmpty(); keys = keys()) {
            List<String> words = new ArrayList<>(List.of("MIGRATE", next.host(), Integer.toString(next.port()), "", "0", "5000", "KEYS"));
            words.addAll(keys);
            owner.command(words.toArray(String[]::new));
        }
        String id = id(next);
        Stream.of(next, owner).forEach(node -> node.command("CLUSTER", "SETSLOT", slot, "NODE", id));
        cluster.nodes().forEach(node -> node.command("CLUSTER", "SETSLOT", slot, "NODE", id));
        owner = next;
    }

    private List<String> keys() {
        return owner.command("CLUSTER", "GETKEYSINSLOT", slot, "100").lines().filter(key -> !key.isEmpty()).toList();
    }

    private static String id(RedisServer node) {
        return node.command("CLUSTER", "MYID");
    }
}
