package dev.trestle.media;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory of one piece of work, for its files alone. Their names are made here, never by a user. Closing removes it. */
public final class Workspace implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Workspace.class);

    private static final int REMOVALS_MAX = 3;

    private final Path directory;
    private final AtomicInteger made = new AtomicInteger();

    private Workspace(Path directory) {
        this.directory = directory;
    }

    /** A new one below a directory, which is made if it is not there. */
    public static Workspace in(Path parent) throws IOException {
        Files.createDirectories(parent);
        return new Workspace(Files.createTempDirectory(
                parent, "media-", PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
    }

    /** Takes in a file from outside; {@code bytesMax} is how long it may be. */
    public Path add(InputStream content, long bytesMax) throws IOException {
        Path file = next("in");
        try (var out = Files.newOutputStream(file)) {
            byte[] buffer = new byte[1 << 16];
            long left = bytesMax;
            for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
                left -= read;
                if (left < 0) {
                    throw new MediaException(
                            MediaException.Problem.TOO_LARGE, null, "The file has more than " + bytesMax + " bytes.");
                }
                out.write(buffer, 0, read);
            }
        }
        return file;
    }

    /** A name for a file that does not exist yet. */
    public Path next(String kind) {
        return directory.resolve(kind + "-" + made.incrementAndGet());
    }

    /** Where its files are. */
    public Path directory() {
        return directory;
    }

    /** How many bytes are in it. */
    public long size() {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.mapToLong(Workspace::length).sum();
        } catch (IOException | UncheckedIOException e) {
            return 0; // a file went away while it was looked at
        }
    }

    private static long length(Path file) {
        return file.toFile().isFile() ? file.toFile().length() : 0;
    }

    /** A child that was killed a moment ago may still remove files of its own: what is gone already is fine, what came since is removed too. */
    @Override
    public void close() {
        for (int round = 1; ; round++) {
            try {
                remove();
                return;
            } catch (IOException e) {
                if (round == REMOVALS_MAX) {
                    LOG.warn("temporary files could not be removed: {}", directory, e);
                    return;
                }
            }
        }
    }

    private void remove() throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
