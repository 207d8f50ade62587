package io.holdfast.lock.spi;

import static java.util.Objects.requireNonNull;

import io.holdfast.lock.LockConfigurationException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A connect URL, {@code scheme:rest?option=value&...}, taken apart as far as all backends have it in common. Its text form is
 * redacted: user information and option values do not appear, so it may stand in logs and messages.
 */
public final class LockUrl {
    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]*):(.*)", Pattern.DOTALL);
    private static final Pattern DURATION = Pattern.compile("(\\d{1,12})(ms|s|m|h)");

    private final String raw;
    private final String scheme;
    private final String rest;
    private final String redacted;
    private final Map<String, String> options;

    private LockUrl(String raw, String scheme, String rest, String redacted, Map<String, String> options) {
        this.raw = raw;
        this.scheme = scheme;
        this.rest = rest;
        this.redacted = redacted;
        this.options = Collections.unmodifiableMap(options);
    }

    /**
     * Takes a URL apart.
     *
     * @throws LockConfigurationException if it has no scheme, or names an option twice
     */
    public static LockUrl parse(String url) {
        Matcher matcher = SCHEME.matcher(requireNonNull(url, "url"));
        if (!matcher.matches()) {
            throw new LockConfigurationException("(no backend)", "a lock URL begins with a scheme, for instance mem: or redis://host:6379");
        }
        String scheme = matcher.group(1).toLowerCase(Locale.ROOT);
        String afterScheme = matcher.group(2);
        int query = afterScheme.indexOf('?');
        String rest = query < 0 ? afterScheme : afterScheme.substring(0, query);
        String queryText = query < 0 ? "" : afterScheme.substring(query + 1);
        String redacted = redact(scheme, rest, queryText);
        return new LockUrl(url, scheme, rest, redacted, parseQuery(redacted, queryText));
    }

    /** The whole URL as it was given, credentials included. For the client library alone. */
    public String raw() {
        return raw;
    }

    /** The part before the first colon, in lower case. */
    public String scheme() {
        return scheme;
    }

    /** The part between scheme and query, as it was given, credentials included: {@code //user:password@host:1/path}. */
    public String rest() {
        return rest;
    }

    /** The query's options, decoded, in their order. */
    public Map<String, String> options() {
        return options;
    }

    /** The value of an option, if it was given. */
    public Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    /** The value of an option as a duration: {@code 500ms}, {@code 30s}, {@code 2m} or {@code 1h}. */
    public Optional<Duration> durationOption(String name) {
        return option(name).map(text -> parseDuration(name, text));
    }

    /** The value of an option as a truth value: {@code true} or {@code false}. */
    public Optional<Boolean> booleanOption(String name) {
        return option(name).map(text -> parseBoolean(name, text));
    }

    /** An exception that says what is wrong with an option. */
    public LockConfigurationException badOption(String name, String what) {
        return new LockConfigurationException(toString(), "option '" + name + "': " + what);
    }

    /** The URL without user information and without option values. */
    @Override
    public String toString() {
        return redacted;
    }

    private Duration parseDuration(String name, String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw badOption(name, "not a duration, write for instance 500ms, 30s, 2m or 1h");
        }
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }

    private boolean parseBoolean(String name, String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw badOption(name, "write true or false");
        };
    }

    private static Map<String, String> parseQuery(String redacted, String query) {
        Map<String, String> options = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                int equals = pair.indexOf('=');
                String name = decode(redacted, equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : decode(redacted, pair.substring(equals + 1));
                if (options.putIfAbsent(name, value) != null) {
                    throw new LockConfigurationException(redacted, "option '" + name + "' is given twice");
                }
            }
        }
        return options;
    }

    private static String decode(String redacted, String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            // The cause is left out: its message repeats the text, which may be a secret.
            throw new LockConfigurationException(redacted, "the query has a % that is not followed by two hexadecimal digits");
        }
    }

    /**
     * Hides everything up to the last @, because a password may contain any character, even those that should have been
     * encoded, and everything behind a semicolon, where some JDBC drivers take properties. Where a password may stand in a place
     * not known here, little more than the scheme is shown.
     */
    private static String redact(String scheme, String rest, String query) {
        int start = rest.indexOf("//") + 2;
        int at = rest.lastIndexOf('@');
        boolean brokenOff = at < 0 && start >= 2 && query.indexOf('@') >= 0;
        boolean before = at >= 0 && (start < 2 || at < start);
        String shown = rest;
        if (brokenOff || before) {
            shown = rest.substring(0, rest.indexOf(':') + 1) + "***";
        } else if (at >= 0) {
            shown = rest.substring(0, start) + "***" + rest.substring(at);
        }
        int properties = shown.indexOf(';');
        return scheme + ":" + (properties < 0 ? shown : shown.substring(0, properties) + ";***");
    }
}
