package io.holdfast.lock.bench.redis;

import io.holdfast.lock.bench.compare.Contender;
import io.holdfast.lock.bench.compare.Scenario;
import io.holdfast.lock.bench.compare.Session;
import io.netty.resolver.DefaultAddressResolverGroup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.redisson.client.RedisClient;
import org.redisson.client.RedisClientConfig;
import org.redisson.client.RedisConnection;
import org.redisson.client.codec.StringCodec;
import org.redisson.client.protocol.RedisCommand;
import org.redisson.client.protocol.RedisCommands;

/**
 * No lock, but what a lock over Redisson's connections can't do without: a script to take it and a script to give it back, over
 * one bare connection that all threads share (one for each thread is not faster). Nobody waits here, so it takes part where nobody
 * has to.
 *
 * <p>It is the limit of a client with an event loop. One that lets the calling thread read the socket, as Jedis does, saves two
 * thread switches with each command, and is beyond it with a single thread.
 */
record LimitContender(LimitScripts scripts) implements Contender {
    private static final RedisCommand<Object> EVALSHA = new RedisCommand<>("EVALSHA");

    @Override
    public String name() {
        return "limit: two EVALSHA";
    }

    @Override
    public Role role() {
        return Role.LIMIT;
    }

    @Override
    public boolean takesPart(Scenario scenario) {
        return !scenario.isContended();
    }

    @Override
    public Session open(String serverUrl, Scenario scenario) {
        RedisClientConfig config = new RedisClientConfig();
        config.setAddress(serverUrl);
        config.setTcpNoDelay(true);   // as Redisson itself does by default
        // Without it Redisson asks for a resolver of Netty's epoll module, which is not here.
        config.setResolverGroup(DefaultAddressResolverGroup.INSTANCE);
        RedisConnection connection = RedisClient.create(config).connect();
        String acquire = connection.sync(StringCodec.INSTANCE, RedisCommands.SCRIPT_LOAD, scripts.acquire());
        String release = connection.sync(StringCodec.INSTANCE, RedisCommands.SCRIPT_LOAD, scripts.release());
        return name -> new ScriptLock(scripts, connection, acquire, release, name);
    }

    private static final class ScriptLock implements Session.ThreadLock {
        private final LimitScripts scripts;
        private final RedisConnection connection;
        private final String acquire;
        private final String release;
        private final String name;
        private final String prefix = UUID.randomUUID().toString();

        // Mutable state, of one thread
        private long turn;

        ScriptLock(LimitScripts scripts, RedisConnection connection, String acquire, String release, String name) {
            this.scripts = scripts;
            this.connection = connection;
            this.acquire = acquire;
            this.release = release;
            this.name = name;
        }

        @Override
        public void acquire() throws Exception {
            turn++;
            expect(scripts.isGranted(call(acquire, scripts.acquireParameters(name, id()))));
        }

        @Override
        public void release() throws Exception {
            expect(scripts.isReleased(call(release, scripts.releaseParameters(name, id()))));
        }

        private Object call(String script, Object... parameters) throws Exception {
            List<Object> all = new ArrayList<>(parameters.length + 1);
            all.add(script);
            all.addAll(Arrays.asList(parameters));
            return connection.async(StringCodec.INSTANCE, EVALSHA, all.toArray()).get();
        }

        private String id() {
            return prefix + turn;
        }

        private void expect(boolean yes) {
            if (!yes) {
                throw new IllegalStateException("the script for '" + name + "' says no");
            }
        }
    }
}
