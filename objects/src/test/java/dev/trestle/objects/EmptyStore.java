package dev.trestle.objects;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** A store with nothing in it, made once and copied: making one waits for the disk some thirty times. */
final class EmptyStore {
    private static final Path ORIGINAL = make();

    private EmptyStore() {}

    private static Path make() {
        try {
            Path directory = Files.createTempDirectory("trestle-empty-store");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(directory)));
            ObjectStore.open(ObjectStoreOptions.directory(directory.resolve("store"))
                            .withFreeSpaceFloorBytes(1024))
                    .close();
            return directory.resolve("store");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void copyTo(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(ORIGINAL)) {
            for (Path file : files.toList()) {
                Files.copy(file, directory.resolve(ORIGINAL.relativize(file).toString()));
            }
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
