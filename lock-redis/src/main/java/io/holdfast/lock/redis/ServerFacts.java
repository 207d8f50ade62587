package io.holdfast.lock.redis;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a server says about itself.
 *
 * @param version as the server has it
 * @param evicts whether it may drop keys to make room, which would drop locks
 */
record ServerFacts(String version, boolean evicts) {
    /** Of a server that does not tell us. */
    static final ServerFacts UNKNOWN = new ServerFacts("unknown", false);

    /** @param info the reply to INFO */
    static ServerFacts parse(String info) {
        Map<String, String> facts = info.lines().filter(line -> line.contains(":"))
                .collect(Collectors.toMap(line -> line.substring(0, line.indexOf(':')), line -> line.substring(line.indexOf(':') + 1).strip(),
                        (first, second) -> first));
        boolean limited = !facts.getOrDefault("maxmemory", "0").equals("0");
        return new ServerFacts(facts.getOrDefault("redis_version", UNKNOWN.version),
                limited && !facts.getOrDefault("maxmemory_policy", "noeviction").equals("noeviction"));
    }

    int majorVersion() {
        String major = version.replaceFirst("\\..*", "");
        return major.matches("\\d{1,4}") ? Integer.parseInt(major) : 0;
    }
}
