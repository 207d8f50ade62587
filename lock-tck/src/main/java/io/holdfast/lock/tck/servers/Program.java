package io.holdfast.lock.tck.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A program that has to be on the path, and the Debian package that brings it. */
record Program(String name, String debianPackage) {
    static final Program REDIS = new Program("redis-server", "redis-server");

    Path find() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(":")).map(folder -> Path.of(folder, name)).filter(Files::isExecutable).findFirst()
                .orElseThrow(() -> new ServerException(name + " is not on the path; install it with: apt-get install "
                        + debianPackage + " (or run ./holdfast setup)"));
    }
}
