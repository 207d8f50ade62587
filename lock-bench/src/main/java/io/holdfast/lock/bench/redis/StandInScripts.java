package io.holdfast.lock.bench.redis;

/** About as much work for the server as a lock with owner, token and queue. To be replaced by those of lock-redis. */
final class StandInScripts implements LimitScripts {
    @Override
    public String acquire() {
        return """
                if redis.call('HGET', KEYS[1], 'id') then return 0 end
                local time = redis.call('TIME')
                local token = tonumber(redis.call('GET', KEYS[2]) or time[1]) + 1
                redis.call('SET', KEYS[2], token)
                redis.call('HSET', KEYS[1], 'id', ARGV[1], 'token', token, 'holder', ARGV[3], 'since', time[1])
                redis.call('PEXPIRE', KEYS[1], ARGV[2])
                return token
                """;
    }

    @Override
    public String release() {
        return """
                if redis.call('HGET', KEYS[1], 'id') ~= ARGV[1] then return 0 end
                redis.call('DEL', KEYS[1])
                redis.call('ZRANGE', KEYS[2], 0, 0)
                return 1
                """;
    }

    @Override
    public Object[] acquireParameters(String name, String id) {
        return new Object[] {2, "limit:{" + name + "}", "limit:{" + name + "}:token", id, 30_000, "host:1234:thread"};
    }

    @Override
    public Object[] releaseParameters(String name, String id) {
        return new Object[] {2, "limit:{" + name + "}", "limit:{" + name + "}:queue", id};
    }

    @Override
    public boolean isGranted(Object answer) {
        return answer instanceof Long token && token > 0;
    }

    @Override
    public boolean isReleased(Object answer) {
        return answer instanceof Long count && count == 1;
    }
}
