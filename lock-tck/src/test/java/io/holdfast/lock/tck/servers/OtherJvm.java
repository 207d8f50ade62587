package io.holdfast.lock.tck.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;

/** Another JVM with a Redis of its own, which it does not close. */
final class OtherJvm implements AutoCloseable {
    private final Process process;
    private final long serverPid;
    private final Path serverFolder;

    private OtherJvm(Process process) throws IOException {
        this.process = process;
        BufferedReader out = process.inputReader(UTF_8);
        serverPid = Long.parseLong(out.readLine());
        serverFolder = Path.of(out.readLine());
    }

    static OtherJvm start() throws IOException {
        return new OtherJvm(new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), OtherJvm.class.getName()).redirectError(Redirect.INHERIT).start());
    }

    long serverPid() {
        return serverPid;
    }

    Path serverFolder() {
        return serverFolder;
    }

    void kill() {
        Await.end(process.destroyForcibly());
    }

    void end() throws IOException {
        process.getOutputStream().close();
        Await.end(process);
    }

    @Override
    public void close() {
        kill();
    }

    /** What runs over there: ends when its standard input does. */
    public static void main(String... args) throws IOException {
        RedisServer redis = Servers.redis();
        System.out.println(redis.pid());
        System.out.println(redis.log().getParent());
        System.in.read();
        System.exit(0);
    }
}
