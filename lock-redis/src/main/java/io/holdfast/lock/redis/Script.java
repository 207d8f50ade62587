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

    static final Script<Long> ACQUIRE = new Script<>("acquire", STEPS);
    static final Script<String> LOOK = new Script<>("look", STEPS);
    static final Script<Long> RELEASE = new Script<>("release", STEPS);
    static final Script<String> RENEW = new Script<>("renew", "");
    static final Script<Long> BREAK = new Script<>("break", STEPS);
    static final Script<String> INSPECT = new Script<>("inspect", "");

    private final String name;
    private final String text;
    private final String sha;

    private Script(String name, String shared) {
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
