package io.holdfast.lock.bench.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The scripts of lock-redis, called as lock-redis calls them. */
final class OwnScripts implements LimitScripts {
    private static final String TICKET = "30000 PUBLISH limit:inbox:0123456789abcdef limit:{0}:alive:0123456789abcdef"
            + " 0123456789ab localhost 1234 limit-1 ";

    private final String acquire = read("steps") + read("acquire");
    private final String release = read("steps") + read("release");

    @Override
    public String acquire() {
        return acquire;
    }

    @Override
    public String release() {
        return release;
    }

    @Override
    public Object[] acquireParameters(String name, String id) {
        return new Object[] {3, "limit:{0}:lock:" + name, "limit:{0}:line:" + name, "limit:{0}:token", id, TICKET, 30_000, "1"};
    }

    @Override
    public Object[] releaseParameters(String name, String id) {
        return new Object[] {3, "limit:{0}:lock:" + name, "limit:{0}:line:" + name, "limit:{0}:token", id, TICKET};
    }

    @Override
    public boolean isGranted(Object answer) {
        return answer instanceof Long token && token > 0;
    }

    @Override
    public boolean isReleased(Object answer) {
        return answer instanceof Long count && count == 1;
    }

    private static String read(String script) {
        try (InputStream in = OwnScripts.class.getResourceAsStream("/io/holdfast/lock/redis/" + script + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("lock-redis is not on the class path");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
