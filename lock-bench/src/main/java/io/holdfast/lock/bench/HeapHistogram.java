package io.holdfast.lock.bench;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * How many objects of each class live on the heap, and how large they are together.
 *
 * @param classes by name
 */
record HeapHistogram(Map<String, Count> classes) {
    /** For instance {@code   12:       100000        8000000  io.holdfast.lock.internal.Lease}, with the module behind it. */
    private static final Pattern LINE = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    private static final Count NOTHING = new Count(0, 0);

    record Count(long instances, long bytes) {}

    /** Asks the JVM, which collects all garbage first. */
    static HeapHistogram take() {
        Map<String, Count> classes = new HashMap<>();
        ask().lines().map(LINE::matcher).filter(Matcher::matches).forEach(line ->
                classes.put(line.group(3), new Count(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)))));
        return new HeapHistogram(classes);
    }

    HeapHistogram since(HeapHistogram before) {
        Map<String, Count> grown = new HashMap<>();
        classes.forEach((name, count) ->
                grown.put(name, new Count(count.instances - before.instances(name), count.bytes - before.bytes(name))));
        return new HeapHistogram(grown);
    }

    long instances(String className) {
        return classes.getOrDefault(className, NOTHING).instances;
    }

    long bytes(String className) {
        return classes.getOrDefault(className, NOTHING).bytes;
    }

    long totalBytes() {
        return classes.values().stream().mapToLong(Count::bytes).sum();
    }

    private static String ask() {
        try {
            Object[] arguments = {new String[0]};
            String[] signature = {String[].class.getName()};
            ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
            return (String) ManagementFactory.getPlatformMBeanServer().invoke(commands, "gcClassHistogram", arguments, signature);
        } catch (JMException unavailable) {
            throw new IllegalStateException("this JVM can't count its objects", unavailable);
        }
    }
}
