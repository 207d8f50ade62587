package io.holdfast.lock.tck.servers;

import java.io.IOException;

/** What a sentinel says of one or several servers: lines with the name and the value of a field in turn. */
record SentinelReply(String[] lines) {
    static SentinelReply ask(RedisServer sentinel, String subcommand) throws IOException {
        return new SentinelReply(sentinel.ask(RedisAccess.SHORT, "SENTINEL", subcommand, RedisSentinels.MASTER_NAME).split("\n", -1));
    }

    /** Whether it is about so many servers, and the field has this value for each of them. */
    boolean all(String field, String value, int servers) {
        int found = 0;
        for (int i = 0; i + 1 < lines.length; i += 2) {
            if (lines[i].equals(field)) {
                if (!lines[i + 1].equals(value)) {
                    return false;
                }
                found++;
            }
        }
        return found == servers;
    }
}
