package io.holdfast.lock.tck.servers;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A library in a folder of its own below the system's, and the Debian package that brings it. */
record Library(String folder, String name, String debianPackage) {
    /** The one for programs with threads, which does not mix up what two of them ask at a time. */
    static final Library FAKETIME = new Library("faketime", "libfaketimeMT.so.1", "libfaketime");

    private static final List<Path> ROOTS = List.of(Path.of("/usr/lib"), Path.of("/usr/lib64"), Path.of("/usr/local/lib"));

    Path find() {
        return ROOTS.stream().flatMap(root -> withSubfolders(root).stream()).map(root -> root.resolve(folder).resolve(name))
                .filter(Files::isReadable).findFirst()
                .orElseThrow(() -> new ServerException(name + " is not in " + folder + " below " + ROOTS
                        + "; install it with: apt-get install " + debianPackage + " (or run ./holdfast setup)"));
    }

    /** Debian has a subfolder for each architecture. */
    private static List<Path> withSubfolders(Path root) {
        List<Path> all = new ArrayList<>(List.of(root));
        try (DirectoryStream<Path> below = Files.newDirectoryStream(root, "*-linux-*")) {
            below.forEach(all::add);
        } catch (IOException noSuchFolder) {
            return all;
        }
        return all;
    }
}
