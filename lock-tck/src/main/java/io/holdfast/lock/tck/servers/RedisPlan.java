package io.holdfast.lock.tck.servers;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a redis-server is to be: everything but the port and the folder, which are another with every attempt to start it. */
record RedisPlan(Program program, Mode mode, List<String> lines, Map<String, String> environment) {
    private static final Pattern PASSWORD = Pattern.compile("\\s*requirepass\\s+\"?(.*?)\"?\\s*", Pattern.CASE_INSENSITIVE);

    /** How it is started and reached. */
    enum Mode {
        PLAIN,
        TLS,
        SENTINEL,
        CLUSTER
    }

    RedisPlan {
        lines = List.copyOf(lines);
        environment = Map.copyOf(environment);
    }

    static RedisPlan of(Mode mode, String... lines) {
        return new RedisPlan(Program.REDIS, mode, List.of(lines), Map.of());
    }

    RedisPlan under(FakeClock clock) {
        return new RedisPlan(program, mode, lines, clock.environment());
    }

    /** The lines of the caller come last, so that they win. */
    List<String> configuration(int port, int busPort, Path folder, Optional<TlsCertificate> certificate) {
        List<String> all = new ArrayList<>(List.of("bind " + Ports.HOST, "protected-mode yes", "daemonize no", "dir " + quoted(folder)));
        all.addAll(certificate.map(tls -> tlsLines(port, tls)).orElse(List.of("port " + port)));
        if (mode != Mode.SENTINEL) {
            all.addAll(List.of("save \"\"", "appendonly no", "repl-diskless-sync-delay 0"));
        }
        if (mode == Mode.CLUSTER) {
            all.addAll(List.of("cluster-enabled yes", "cluster-port " + busPort, "cluster-announce-ip " + Ports.HOST));
        }
        all.addAll(lines);
        return all;
    }

    List<String> command(Path configuration) {
        List<String> words = new ArrayList<>(List.of(program.find().toString(), configuration.toString()));
        if (mode == Mode.SENTINEL) {
            words.add("--sentinel");
        }
        return words;
    }

    Optional<String> password() {
        return lines.stream().map(PASSWORD::matcher).filter(Matcher::matches).map(found -> found.group(1)).reduce((first, last) -> last);
    }

    private static List<String> tlsLines(int port, TlsCertificate tls) {
        return List.of("port 0", "tls-port " + port, "tls-auth-clients no", "tls-cert-file " + quoted(tls.certificateFile()),
                "tls-key-file " + quoted(tls.keyFile()), "tls-ca-cert-file " + quoted(tls.certificateFile()));
    }

    private static String quoted(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
