package dev.trestle.objects.care;

import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.blob.Durable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory that holds an object store: {@code FORMAT}, {@code index/}, which is an engine's, and {@code blobs/}. Who uses it is seen to by
 * the engine, which locks its own.
 */
public final class StoreDirectory {
    private static final int FORMAT = 1;
    private static final String FORMAT_FILE = "FORMAT";
    private static final String PREFIX = "trestle objects ";
    private static final String TEMPORARY = ".tmp";

    private final Path path;

    private StoreDirectory(Path path) {
        this.path = path;
    }

    /** Looks whether there is a store, and prepares the directory for a new one if it is empty or does not exist. */
    public static StoreDirectory prepare(Path path) {
        StoreDirectory directory = new StoreDirectory(path);
        try {
            if (Files.exists(path.resolve(FORMAT_FILE))) {
                directory.checkFormat();
            } else {
                directory.refuseForeignFiles();
                createPrivate(path);
                directory.writeFormat();
            }
            return directory;
        } catch (IOException e) {
            throw ObjectStoreException.internal("cannot open the object store in " + path + ": " + e, e);
        }
    }

    /** A directory that holds a store already. */
    static StoreDirectory existing(Path path) {
        if (!Files.exists(path.resolve(FORMAT_FILE))) {
            throw ObjectStoreException.internal("there is no object store in " + path, null);
        }
        return prepare(path);
    }

    /** A directory for a copy, which is marked as one when it is complete. */
    static StoreDirectory ofCopy(Path path) throws IOException {
        createPrivate(path);
        return new StoreDirectory(path);
    }

    public Path index() {
        return path.resolve("index");
    }

    public Path blobs() {
        return path.resolve("blobs");
    }

    void writeFormat() throws IOException {
        Durable.write(path.resolve(FORMAT_FILE), PREFIX + FORMAT + "\n");
    }

    private void checkFormat() throws IOException {
        Path file = path.resolve(FORMAT_FILE);
        String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).strip();
        if (!content.matches(PREFIX + "[1-9][0-9]{0,8}")) {
            throw ObjectStoreException.internal(
                    file + " does not say \"" + PREFIX + "<version>\": this is no object store, or the file is damaged."
                            + " Choose another directory, or restore the file from a backup",
                    null);
        }
        int format = Integer.parseInt(content.substring(PREFIX.length()));
        if (format > FORMAT) {
            throw ObjectStoreException.internal(
                    "the object store in " + path + " has format " + format + ", this program knows formats up to "
                            + FORMAT + ": open it with a newer Trestle",
                    null);
        }
    }

    /** A mistyped path must not change somebody's files. */
    private void refuseForeignFiles() throws IOException {
        String foreign = foreignFile();
        if (foreign != null) {
            throw ObjectStoreException.internal(
                    "the directory " + path + " has no " + FORMAT_FILE + " file but holds " + foreign
                            + ": it is no object store, or that file was lost. Choose an empty directory, or restore the file"
                            + " from a backup",
                    null);
        }
    }

    private @Nullable String foreignFile() throws IOException {
        if (!Files.isDirectory(path)) {
            return null;
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(FORMAT_FILE + TEMPORARY))
                    .findFirst()
                    .orElse(null);
        }
    }

    private static void createPrivate(Path path) throws IOException {
        boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] closedToOthers = {
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        };
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        if (!Files.isDirectory(path)) {
            Files.createDirectory(path, posix ? closedToOthers : new FileAttribute<?>[0]);
            Durable.syncDirectory(parent);
        }
    }
}
