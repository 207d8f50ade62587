package io.holdfast.lock.redis;

import io.holdfast.lock.LockConfigurationException;
import io.holdfast.lock.spi.LockUrl;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a URL says:
 *
 * <pre>
 *   redis://[user:password@]host[:6379][/database]
 *   redis+sentinel://[user:password@]host[:26379],host…/master-name[/database]
 *   redis+cluster://[user:password@]host[:6379],host…
 * </pre>
 *
 * and the same with {@code rediss} for TLS.
 */
record RedisSettings(
        String address,
        RedisTopology topology,
        boolean tls,
        List<String> hosts,
        @Nullable String user,
        @Nullable String password,
        String masterName,
        int database,
        Keyspace keyspace,
        int replicas,
        Duration connectLimit,
        Duration replyLimit,
        LockUrl url) {

    static final Set<String> SCHEMES =
            Set.of("redis", "rediss", "redis+sentinel", "rediss+sentinel", "redis+cluster", "rediss+cluster");
    private static final Set<String> SENTINEL_OPTIONS = Set.of("sentinel-user", "sentinel-password");
    private static final Set<String> TLS_OPTIONS = Set.of("truststore", "truststore-password", "keystore", "keystore-password", "verify");
    static final Set<String> OPTIONS = Stream.of(Set.of("prefix", "replicas", "connect", "reply"), SENTINEL_OPTIONS, TLS_OPTIONS)
            .flatMap(Set::stream).collect(Collectors.toUnmodifiableSet());

    static final String DEFAULT_PREFIX = "holdfast";
    static final Duration DEFAULT_CONNECT_LIMIT = Duration.ofSeconds(5);
    static final Duration DEFAULT_REPLY_LIMIT = Duration.ofSeconds(3);

    private static final Duration LONGEST_LIMIT = Duration.ofHours(1);
    private static final Pattern REST = Pattern.compile("//(?:(?<credentials>.*)@)?(?<hosts>[^/@]+)(?:/(?<path>.*))?");
    private static final Pattern HOST = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\[\\]]+)(?::(\\d{1,5}))?");
    private static final Pattern PREFIX = Pattern.compile("[!-z|~]{1,64}");

    static RedisSettings of(LockUrl url) {
        Matcher rest = REST.matcher(url.rest());
        if (!rest.matches()) {
            throw bad(url, "write redis://host:6379, redis+sentinel://host:26379,host:26379/master or redis+cluster://host:6379,host:6379");
        }
        RedisTopology topology = topology(url.scheme());
        boolean tls = url.scheme().startsWith("rediss");
        checkOptions(url, topology, tls);
        List<String> path = path(rest.group("path"));
        String[] credentials = credentials(url, rest.group("credentials"));
        return new RedisSettings(url.toString(), topology, tls, hosts(url, topology, tls, rest.group("hosts")),
                credentials[0], credentials[1], masterName(url, topology, path), database(url, topology, path),
                new Keyspace(prefix(url)), number(url, "replicas", url.option("replicas").orElse("0")),
                limit(url, "connect", DEFAULT_CONNECT_LIMIT), limit(url, "reply", DEFAULT_REPLY_LIMIT), url);
    }

    private static RedisTopology topology(String scheme) {
        return scheme.endsWith("+sentinel") ? RedisTopology.SENTINEL : scheme.endsWith("+cluster") ? RedisTopology.CLUSTER
                : RedisTopology.SINGLE;
    }

    private static List<String> path(@Nullable String path) {
        return path == null || path.isEmpty() ? List.of() : Arrays.asList(path.split("/", -1));
    }

    /** An option that would do nothing is a mistake: somebody believes that the connection is encrypted, or the sentinel asked. */
    private static void checkOptions(LockUrl url, RedisTopology topology, boolean tls) {
        for (String option : url.options().keySet()) {
            if (TLS_OPTIONS.contains(option) && !tls) {
                throw url.badOption(option, "needs rediss://, which is Redis with TLS");
            }
            if (SENTINEL_OPTIONS.contains(option) && topology != RedisTopology.SENTINEL) {
                throw url.badOption(option, "needs redis+sentinel://");
            }
        }
        if (url.option("sentinel-user").isPresent() && url.option("sentinel-password").isEmpty()) {
            throw url.badOption("sentinel-user", "needs a sentinel-password");
        }
    }

    /** User and password; a single word is the password, as in other Redis URLs. */
    private static @Nullable String[] credentials(LockUrl url, @Nullable String text) {
        if (text == null) {
            return new @Nullable String[] {null, null};
        }
        int colon = text.indexOf(':');
        String user = colon <= 0 ? null : decoded(url, "user", text.substring(0, colon));
        String password = decoded(url, "password", text.substring(colon + 1));
        if (password.isEmpty()) {
            throw bad(url, "the password is missing: redis://user:password@host or redis://password@host");
        }
        return new @Nullable String[] {user, password};
    }

    /** A plus is a plus here; URLDecoder would make it a blank. */
    private static String decoded(LockUrl url, String what, String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            // The cause is left out: its message repeats the text.
            throw bad(url, "the " + what + " has a % that is not followed by two hexadecimal digits");
        }
    }

    private static List<String> hosts(LockUrl url, RedisTopology topology, boolean tls, String hosts) {
        List<String> given = Arrays.asList(hosts.split(",", -1));
        if (topology == RedisTopology.SINGLE && given.size() > 1) {
            throw bad(url, "one host; several are redis+sentinel:// or redis+cluster://");
        }
        String port = topology == RedisTopology.SENTINEL ? "26379" : "6379";
        return given.stream().map(host -> node(url, tls, port, host)).toList();
    }

    private static String node(LockUrl url, boolean tls, String defaultPort, String host) {
        Matcher matcher = HOST.matcher(host);
        if (!matcher.matches() || !isPort(matcher.group(2))) {
            throw bad(url, "'" + host + "' is not a host with a port");
        }
        return (tls ? "rediss://" : "redis://") + matcher.group(1) + ":" + (matcher.group(2) == null ? defaultPort : matcher.group(2));
    }

    private static boolean isPort(@Nullable String digits) {
        int port = digits == null ? 1 : Integer.parseInt(digits);
        return port > 0 && port < 65_536;
    }

    private static String masterName(LockUrl url, RedisTopology topology, List<String> path) {
        if (topology != RedisTopology.SENTINEL) {
            return "";
        }
        if (path.isEmpty() || path.get(0).isEmpty()) {
            throw bad(url, "the name of the master is missing: redis+sentinel://host:26379/master");
        }
        return decoded(url, "name of the master", path.get(0));
    }

    private static int database(LockUrl url, RedisTopology topology, List<String> path) {
        int at = topology == RedisTopology.SENTINEL ? 1 : 0;
        if (path.size() > at + 1 || (path.size() > at && topology == RedisTopology.CLUSTER)) {
            throw bad(url, "the path says more than there is to say");
        }
        return path.size() > at ? number(url, "database", path.get(at)) : 0;
    }

    /** It stands in keys and channels in front of a brace, and between blanks in tickets. */
    private static String prefix(LockUrl url) {
        String prefix = url.option("prefix").orElse(DEFAULT_PREFIX);
        checkPrefix(url.toString(), prefix);
        return prefix;
    }

    static void checkPrefix(String address, String prefix) {
        if (!PREFIX.matcher(prefix).matches()) {
            throw new LockConfigurationException(address, "option 'prefix': 1 to 64 ASCII characters, no blanks and no braces");
        }
    }

    private static Duration limit(LockUrl url, String option, Duration otherwise) {
        Duration limit = url.durationOption(option).orElse(otherwise);
        if (limit.isZero() || limit.compareTo(LONGEST_LIMIT) > 0) {
            throw url.badOption(option, "1ms to 1h");
        }
        return limit;
    }

    private static int number(LockUrl url, String what, String text) {
        if (!text.matches("\\d{1,4}")) {
            throw bad(url, "'" + what + "' is not a small number");
        }
        return Integer.parseInt(text);
    }

    private static LockConfigurationException bad(LockUrl url, String what) {
        return new LockConfigurationException(url.toString(), what);
    }

    /** Without the password. */
    @Override
    public String toString() {
        return address;
    }
}
