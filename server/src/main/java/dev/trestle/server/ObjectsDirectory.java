package dev.trestle.server;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where in a data directory, and in a backup of one, the objects are. */
final class ObjectsDirectory {
    private static final String NAME = "objects";

    private ObjectsDirectory() {}

    static Path of(Path data) {
        return data.resolve(NAME);
    }

    /** A directory that was never served has none. */
    static boolean isIn(Path data) {
        return Files.isDirectory(of(data));
    }
}
