package io.holdfast.lock.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the figures were measured on. */
public final class Machine {
    private Machine() {}

    public static String describe() {
        return Runtime.getRuntime().availableProcessors() + " CPUs (" + cpu() + "), " + System.getProperty("os.name") + " "
                + System.getProperty("os.version") + ", load at the end "
                + Math.round(10 * ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()) / 10.0;
    }

    public static String jvm() {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version");
    }

    private static String cpu() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name")).findFirst().map(line -> line.substring(line.indexOf(':') + 2))
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException noLinux) {
            return System.getProperty("os.arch");
        }
    }
}
