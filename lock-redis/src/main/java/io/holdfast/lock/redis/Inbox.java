package io.holdfast.lock.redis;

/**
 * Where others reach this client, for the names of one bucket.
 *
 * @param publish the command that sends to it: {@code PUBLISH}, or {@code SPUBLISH} for a channel that stays within its shard
 * @param channel without white space
 */
record Inbox(String publish, String channel) {
    static Inbox of(String channel) {
        return new Inbox("PUBLISH", channel);
    }

    static Inbox sharded(String channel) {
        return new Inbox("SPUBLISH", channel);
    }

    boolean isSharded() {
        return publish.equals("SPUBLISH");
    }
}
