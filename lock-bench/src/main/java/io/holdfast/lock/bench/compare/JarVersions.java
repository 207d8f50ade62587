package io.holdfast.lock.bench.compare;

import java.io.File;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The versions of what is on the class path, by the names of its jars: not every manifest has one. */
public final class JarVersions {
    private JarVersions() {}

    /** @param artifacts the names of the jars without version, by the name of the library */
    public static Map<String, String> of(Map<String, String> artifacts) {
        Map<String, String> versions = new TreeMap<>();
        artifacts.forEach((library, artifact) -> versions.put(library, find(System.getProperty("java.class.path"), artifact)));
        return versions;
    }

    static String find(String classPath, String artifact) {
        Pattern jar = Pattern.compile("(?:.*/)?" + Pattern.quote(artifact) + "-([0-9].*)\\.jar");
        return Arrays.stream(classPath.split(File.pathSeparator)).map(jar::matcher).filter(Matcher::matches)
                .map(match -> match.group(1)).findFirst().orElse("(not on the class path)");
    }
}
