package io.holdfast.lock.redis;

import io.netty.channel.EventLoopGroup;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.concurrent.ExecutorService;
import org.redisson.config.BaseMasterSlaveServersConfig;
import org.redisson.config.Config;
import org.redisson.config.ReadMode;
import org.redisson.config.SentinelServersConfig;
import org.redisson.config.SslVerificationMode;
import org.redisson.config.SubscriptionMode;

/** Redisson's configuration for a URL. Its pools stay empty: they are for its own objects, of which we use none. */
final class RedissonConfig {
    /** How often Redisson asks sentinels and cluster nodes who is master, besides listening to what they tell. */
    private static final int SCAN_MILLIS = 1_000;
    /** Redisson asks one question of its own when it connects. Its connection need not stay for that. */
    private static final int IDLE_MILLIS = 1_000;

    private final RedisSettings settings;

    RedissonConfig(RedisSettings settings) {
        this.settings = settings;
    }

    Config build(EventLoopGroup group, ExecutorService executor) {
        Config config = new Config().setEventLoopGroup(group).setExecutor(executor).setLazyInitialization(true);
        if (settings.password() != null) {
            config.setUsername(settings.user()).setPassword(settings.password());
        } else if (settings.url().option("sentinel-password").isPresent()) {
            // Redisson tells its name to sentinels only if it has one for the servers. Those without a password take any.
            config.setUsername("default").setPassword("none");
        }
        if (settings.tls()) {
            tls(config);
        }
        switch (settings.topology()) {
            case SINGLE -> single(config);
            case SENTINEL -> sentinel(config);
            case CLUSTER -> cluster(config);
        }
        return config;
    }

    private void single(Config config) {
        config.useSingleServer().setAddress(settings.hosts().get(0)).setDatabase(settings.database())
                .setConnectionMinimumIdleSize(0).setConnectionPoolSize(2).setSubscriptionConnectionMinimumIdleSize(0)
                .setSubscriptionConnectionPoolSize(1).setIdleConnectionTimeout(IDLE_MILLIS)
                .setConnectTimeout(connectMillis()).setTimeout(replyMillis()).setRetryAttempts(0);
    }

    private void sentinel(Config config) {
        SentinelServersConfig sentinels = masterOnly(config.useSentinelServers());
        settings.hosts().forEach(sentinels::addSentinelAddress);
        sentinels.setMasterName(settings.masterName()).setDatabase(settings.database()).setScanInterval(SCAN_MILLIS)
                .setCheckSentinelsList(false);
        settings.url().option("sentinel-user").ifPresent(sentinels::setSentinelUsername);
        settings.url().option("sentinel-password").ifPresent(sentinels::setSentinelPassword);
    }

    private void cluster(Config config) {
        masterOnly(config.useClusterServers()).addNodeAddress(settings.hosts().toArray(String[]::new))
                .setScanInterval(SCAN_MILLIS).setCheckSlotsCoverage(false);
    }

    private <T extends BaseMasterSlaveServersConfig<T>> T masterOnly(T servers) {
        return servers.setReadMode(ReadMode.MASTER).setSubscriptionMode(SubscriptionMode.MASTER)
                .setMasterConnectionMinimumIdleSize(0).setMasterConnectionPoolSize(2)
                .setSlaveConnectionMinimumIdleSize(0).setSubscriptionConnectionMinimumIdleSize(0).setSubscriptionConnectionPoolSize(1)
                .setIdleConnectionTimeout(IDLE_MILLIS)
                .setConnectTimeout(connectMillis()).setTimeout(replyMillis()).setRetryAttempts(0);
    }

    private void tls(Config config) {
        config.setNettyHook(new HandshakeLimit(settings.connectLimit()));
        settings.url().option("truststore").ifPresent(file -> config.setSslTruststore(store("truststore", file)));
        settings.url().option("truststore-password").ifPresent(config::setSslTruststorePassword);
        settings.url().option("keystore").ifPresent(file -> config.setSslKeystore(store("keystore", file)));
        settings.url().option("keystore-password").ifPresent(config::setSslKeystorePassword);
        config.setSslVerificationMode(switch (settings.url().option("verify").orElse("full")) {
            case "full" -> SslVerificationMode.STRICT;
            case "ca" -> SslVerificationMode.CA_ONLY;
            case "none" -> SslVerificationMode.NONE;
            default -> throw settings.url().badOption("verify", "write full (certificate and host name), ca (certificate) or none");
        });
    }

    /** Opened here once, because Redisson says only that the connection was closed if it can't open it. */
    private URL store(String option, String file) {
        Path path = Path.of(file);
        if (!Files.isReadable(path)) {
            throw settings.url().badOption(option, "there is no file to read at this path");
        }
        try {
            KeyStore.getInstance(path.toFile(), settings.url().option(option + "-password").map(String::toCharArray).orElse(null));
            return path.toUri().toURL();
        } catch (GeneralSecurityException | IOException bad) {
            throw settings.url().badOption(option, "not a key store, or not with this " + option + "-password: " + bad.getMessage());
        }
    }

    private int connectMillis() {
        return Math.toIntExact(settings.connectLimit().toMillis());
    }

    private int replyMillis() {
        return Math.toIntExact(settings.replyLimit().toMillis());
    }
}
