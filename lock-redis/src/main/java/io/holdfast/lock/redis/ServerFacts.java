package io.holdfast.lock.redis;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a server says about itself.
 *
 * @param version as the server has it
 * @param mode {@code standalone}, {@code cluster} or {@code sentinel}
 * @param evicts whether it may drop keys to make room, which would drop locks
 */
record ServerFacts(String version, String mode, boolean evicts) {
    /** @param info the reply to INFO */
    static ServerFacts parse(String info) {
        Map<String, String> facts = info.lines().filter(line -> line.contains(":"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')), line -> line.substring(line.indexOf(':') + 1).strip(),
                        (first, second) -> first));
        boolean limited = !facts.getOrDefault("maxmemory", "0").equals("0");
        return new ServerFacts(facts.getOrDefault("redis_version", "unknown"),
                facts.getOrDefault("redis_mode", facts.getOrDefault("server_mode", "standalone")),
                limited && !facts.getOrDefault("maxmemory_policy", "noeviction").equals("noeviction"));
    }

    /** @param hello the reply to HELLO, which every user may ask; it says less than INFO */
    static ServerFacts parse(Map<String, String> hello) {
        return new ServerFacts(hello.getOrDefault("version", "unknown"), hello.getOrDefault("mode", "standalone"), false);
    }

    int majorVersion() {
        String major = version.replaceFirst("\\..*", "");
        return major.matches("\\d{1,4}") ? Integer.parseInt(major) : 0;
    }
}
