package io.holdfast.lock.tck.network;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What a proxy may leave behind. */
final class Remains {
    private static final Path FILES = Path.of("/proc/self/fd");

    private Remains() {}

    static List<Thread> threads(TcpProxy proxy) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("tcp-proxy-" + proxy.port() + "-")).toList();
    }

    /** Of the whole JVM; zero where there is no /proc to look at. */
    static int sockets() throws IOException {
        if (!Files.exists(FILES)) {
            return 0;
        }
        try (Stream<Path> files = Files.list(FILES)) {
            return (int) files.filter(Remains::isSocket).count();
        }
    }

    private static boolean isSocket(Path file) {
        try {
            return Files.readSymbolicLink(file).toString().startsWith("socket:");
        } catch (IOException closedMeanwhile) {
            return false;
        }
    }
}
