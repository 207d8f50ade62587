package io.holdfast.lock.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A script of the protocol: one atomic step on the server. What it does is said in its file.
 *
 * @param <T> what it returns: {@code Long} or {@code String}
 */
@SuppressWarnings("UnusedTypeParameter") // it ties the script to the type of its answer
final class Script<T> {
    private static final String STEPS = read("steps");

    static final Script<Long> ACQUIRE = new Script<>("acquire", STEPS, true);
    static final Script<String> LOOK = new Script<>("look", STEPS, true);
    static final Script<Long> RELEASE = new Script<>("release", STEPS, false);
    static final Script<String> RENEW = new Script<>("renew", "", false);
    static final Script<Long> BREAK = new Script<>("break", STEPS, false);
    static final Script<String> INSPECT = new Script<>("inspect", STEPS, false);
    static final Script<String> RIGHTS = new Script<>("rights", "", true);

    private final String name;
    private final String text;
    private final String sha;
    private final boolean heard;

    private Script(String name, String shared, boolean heard) {
        this.heard = heard;
        this.name = name;
        this.text = shared + read(name);
        this.sha = sha1(text);
    }

    String text() {
        return text;
    }

    /** By this the server knows the script once it has seen its text. */
    String sha() {
        return sha;
    }

    /** Whether messages may follow from it, which have to be heard before it is sent. Who gives back or renews needs none. */
    boolean isHeard() {
        return heard;
    }

    @Override
    public String toString() {
        return name + ".lua";
    }

    private static String read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("the script " + name + ".lua is missing in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String text) {
        try {
            MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
