package io.holdfast.lock.redis;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.client.RedisConnectionException;
import org.redisson.connection.ConnectionManager;

/** A Redisson client, ours or the user's; only ours is shut down. */
final class RedissonHandle {
    private final Redisson redisson;
    private final Runnable shutDown;

    private RedissonHandle(Redisson redisson, Runnable shutDown) {
        this.redisson = redisson;
        this.shutDown = shutDown;
    }

    /** The user's. */
    static RedissonHandle borrowed(RedissonClient client) {
        if (client instanceof Redisson redisson) {
            return new RedissonHandle(redisson, () -> {});
        }
        throw new IllegalArgumentException("a client made by Redisson.create is needed, not " + client.getClass().getName());
    }

    /** Connects. One thread for the network and at most one besides, both named and daemons. */
    static RedissonHandle open(RedisSettings settings) {
        EventLoopGroup network = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("holdfast-redis", true), NioIoHandler.newFactory());
        ThreadPoolExecutor tasks = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
                new DefaultThreadFactory("holdfast-redis-tasks", true));
        tasks.allowCoreThreadTimeOut(true);
        Runnable threads = () -> {
            tasks.shutdown();
            Future<?> unused = network.shutdownGracefully(0, 1, TimeUnit.SECONDS);
        };
        Redisson redisson;
        try {
            redisson = (Redisson) Redisson.create(new RedissonConfig(settings).build(network, tasks));
        } catch (RuntimeException failed) {
            threads.run();
            throw failed;
        }
        RedissonHandle handle = new RedissonHandle(redisson, () -> {
            redisson.shutdown(0, 1, TimeUnit.SECONDS);
            threads.run();
        });
        handle.connect(settings.topology());
        return handle;
    }

    /** Connects here and not in {@code Redisson.create}, which leaves a timer and its thread behind when it fails. */
    private void connect(RedisTopology topology) {
        try {
            connections().getEntrySet();
        } catch (RuntimeException failed) {
            close();
            throw new RedisConnectionException(RedisFailures.whyUnreachable(failed, topology), failed);
        }
    }

    ConnectionManager connections() {
        return redisson.getCommandExecutor().getConnectionManager();
    }

    void close() {
        shutDown.run();
    }
}
