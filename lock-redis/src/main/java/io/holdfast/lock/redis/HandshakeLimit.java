package io.holdfast.lock.redis;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import org.redisson.client.NettyHook;

/** TLS has no more time to begin than the connection itself; by itself it would take ten seconds to find nobody there. */
record HandshakeLimit(Duration limit) implements NettyHook {
    @Override
    public void afterBoostrapInitialization(Bootstrap bootstrap) {}

    @Override
    public void afterChannelInitialization(Channel channel) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.setHandshakeTimeoutMillis(limit.toMillis());
        }
    }
}
