package dev.trestle.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The directory of an index. Each rebuild makes a generation, a directory of Lucene's, beside the one that is searched; the file {@code
 * current} names the generation that counts. It is replaced by a rename when the new one is complete, so that a crash at any time leaves one whole
 * generation or none.
 */
final class IndexFiles {
    private static final Logger LOG = LoggerFactory.getLogger(IndexFiles.class);
    private static final String CURRENT = "current";
    private static final String ID = "id";
    private static final String GENERATION = "generation-";

    private final Path root;

    IndexFiles(Path root) {
        this.root = root;
        try {
            Files.createDirectories(root);
        } catch (IOException e) {
            throw new UncheckedIOException("The directory of an index cannot be made: " + root, e);
        }
    }

    /** Names this index among those of other processes with the same tables: the lease of its writer goes by it. */
    String id() throws IOException {
        Path file = root.resolve(ID);
        if (!Files.exists(file)) {
            replace(file, UUID.randomUUID().toString());
        }
        return Files.readString(file).strip();
    }

    /** The generation that counts; null if there is none. */
    @Nullable
    Path current() throws IOException {
        Path file = root.resolve(CURRENT);
        if (!Files.isRegularFile(file)) {
            return null;
        }
        String name = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        Path generation = root.resolve(name).normalize();
        boolean isOurs = name.startsWith(GENERATION) && root.equals(generation.getParent());
        return isOurs && Files.isDirectory(generation) ? generation : null;
    }

    /** An empty directory for the next generation. */
    Path begin() throws IOException {
        return Files.createDirectory(root.resolve(GENERATION + UUID.randomUUID()));
    }

    void switchTo(Path generation) throws IOException {
        replace(root.resolve(CURRENT), generation.getFileName().toString());
    }

    private static void replace(Path file, String text) throws IOException {
        Path next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, text);
        try (FileChannel written = FileChannel.open(next, StandardOpenOption.WRITE)) {
            written.force(true);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Removes generations that do not count: old ones, and those of rebuilds that did not come to an end. */
    void removeOthers() throws IOException {
        Path current = current();
        try (Stream<Path> all = Files.list(root)) {
            all.filter(each -> each.getFileName().toString().startsWith(GENERATION) && !each.equals(current))
                    .forEach(IndexFiles::remove);
        }
    }

    private static void remove(Path directory) {
        try (Stream<Path> inside = Files.walk(directory)) {
            for (Path each : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            LOG.warn("an old generation of an index could not be removed; it is tried again after the next rebuild", e);
        }
    }
}
