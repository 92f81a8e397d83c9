package dev.trestle.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A directory that holds a store: who uses it, which format it has, and whether its write-ahead log is all there (see {@link
 * LogNote}).
 */
final class DataDirectory implements AutoCloseable {
    static final int FORMAT = 1;

    private static final String FORMAT_FILE = "FORMAT";
    private static final String FORMAT_PREFIX = "trestle ";
    private static final String CREATING = " creating";
    private static final String TEMPORARY = ".tmp";
    private static final String ROCKS_DIRECTORY = "rocks";
    private static final String LOCK_FILE = "trestle.lock";
    private static final String PROBE_FILE = "probe.tmp";

    /**
     * The directories that this process has open. The operating system would give up the lock of one as soon as its lock file were
     * opened and closed a second time, so that must not happen.
     */
    private static final Set<Path> OPEN_HERE = ConcurrentHashMap.newKeySet();

    private static final FileAttribute<?>[] ANY_ACCESS = {};
    private static final FileAttribute<?>[] CLOSED_TO_OTHERS = {
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
    };

    private final Path path;
    private final Path realPath;
    private final FileChannel lockChannel;
    private final boolean fresh;

    private DataDirectory(Path path, Path realPath, FileChannel lockChannel, boolean fresh) {
        this.path = path;
        this.realPath = realPath;
        this.lockChannel = lockChannel;
        this.fresh = fresh;
    }

    static DataDirectory open(Path path) {
        try {
            if (!Files.exists(path.resolve(FORMAT_FILE))) {
                refuseForeignFiles(path);
            }
            createPrivate(path);
            Path realPath = path.toRealPath();
            if (!OPEN_HERE.add(realPath)) {
                throw inUse(path, "this process, " + ProcessHandle.current().pid());
            }
            try {
                return open(path, realPath);
            } catch (IOException | RuntimeException | Error e) {
                OPEN_HERE.remove(realPath);
                throw e;
            }
        } catch (IOException e) {
            throw new StoreException("cannot open the data directory " + path + ": " + e, e);
        }
    }

    private static DataDirectory open(Path path, Path realPath) throws IOException {
        FileChannel channel = lock(path);
        try {
            return new DataDirectory(path, realPath, channel, checkFormat(path));
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    /** Whether a new store is to be made here. */
    boolean isFresh() {
        return fresh;
    }

    Path path() {
        return path;
    }

    /** Where RocksDB keeps its files. */
    Path rocksPath() {
        return rocksPath(path);
    }

    static Path rocksPath(Path directory) {
        return directory.resolve(ROCKS_DIRECTORY);
    }

    /** Whether the directory holds a store whose making came to its end. */
    static boolean isComplete(Path directory) {
        try {
            return Files.readString(directory.resolve(FORMAT_FILE)).trim().matches(FORMAT_PREFIX + "[0-9]{1,9}");
        } catch (IOException e) {
            return false;
        }
    }

    static void markComplete(Path directory) throws IOException {
        writeDurably(directory, FORMAT_FILE, FORMAT_PREFIX + FORMAT);
    }

    /** Called once the store in a fresh directory is complete. */
    void markCreated() {
        try {
            markComplete(path);
        } catch (IOException e) {
            throw new StoreException("cannot write " + path.resolve(FORMAT_FILE) + ": " + e, e);
        }
    }

    long usableBytes() {
        return path.toFile().getUsableSpace(); // a FileStore would read the list of all mounts first
    }

    /** Throws if a file of this size cannot be written here now. */
    void probe(int bytes) throws IOException {
        Path probe = path.resolve(PROBE_FILE);
        try (FileChannel channel = FileChannel.open(
                probe, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer content = ByteBuffer.allocate(bytes);
            while (content.hasRemaining()) {
                channel.write(content);
            }
            channel.force(true);
        } finally {
            Files.deleteIfExists(probe);
        }
    }

    @Override
    public void close() {
        try {
            lockChannel.close();
        } catch (IOException e) {
            throw new StoreException("cannot release the lock of " + path + ": " + e, e);
        } finally {
            OPEN_HERE.remove(realPath);
        }
    }

    /** Makes the directory, and every missing one above it, such that they outlive a power cut; closes it to other users. */
    static void createPrivate(Path path) throws IOException {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new StoreException(path + " is a file; the data directory must be a directory", null);
        }
        boolean posix = path.toAbsolutePath()
                .getFileSystem()
                .supportedFileAttributeViews()
                .contains("posix");
        Deque<Path> missing = new ArrayDeque<>();
        for (Path at = path.toAbsolutePath(); at != null && !Files.exists(at); at = at.getParent()) {
            missing.push(at);
        }
        for (Path directory : missing) {
            boolean last = directory.equals(path.toAbsolutePath());
            Files.createDirectories(directory, posix && last ? CLOSED_TO_OTHERS : ANY_ACCESS);
            syncDirectory(directory.getParent());
        }
        if (posix && Files.isWritable(path)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        Path file = path.resolve(LOCK_FILE);
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
        try {
            if (channel.tryLock() == null) {
                throw inUse(path, holder(channel));
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw inUse(path, "this process");
        } catch (IOException | RuntimeException | Error e) {
            channel.close();
            throw e;
        }
    }

    private static StoreException inUse(Path path, String holder) {
        return new StoreException(
                "the data directory " + path + " is in use by " + holder
                        + "; one process at a time may open it, once: close it there, or choose another directory",
                null);
    }

    private static String holder(FileChannel lock) throws IOException {
        ByteBuffer content = ByteBuffer.allocate(32);
        lock.read(content, 0);
        String pid = new String(content.array(), 0, content.position(), StandardCharsets.UTF_8).trim();
        return pid.matches("[0-9]+") ? "process " + pid : "another process";
    }

    /** Tells whether the store is still to be made: nothing was there, or its making was cut short. */
    private static boolean checkFormat(Path path) throws IOException {
        Path file = path.resolve(FORMAT_FILE);
        if (!Files.exists(file)) {
            refuseForeignFiles(path);
            writeDurably(path, FORMAT_FILE, FORMAT_PREFIX + FORMAT + CREATING);
            return true;
        }
        String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).trim();
        if (!content.matches(FORMAT_PREFIX + "[1-9][0-9]{0,8}(" + CREATING + ")?")) {
            throw new StoreException(
                    file + " is damaged: it does not say \"" + FORMAT_PREFIX + "<version>\". Restore it from a backup",
                    null);
        }
        boolean creating = content.endsWith(CREATING);
        int version = Integer.parseInt(content.substring(FORMAT_PREFIX.length()).replace(CREATING, ""));
        if (version > FORMAT) {
            throw new StoreException(
                    "the store in " + path + " has format " + version + ", this program knows formats up to " + FORMAT
                            + ": open it with a newer Trestle",
                    null);
        }
        if (creating) {
            removeUnfinished(path.resolve(ROCKS_DIRECTORY));
        }
        return creating;
    }

    /** Before anything in the directory is touched: a mistyped path must not change somebody's files. */
    private static void refuseForeignFiles(Path path) throws IOException {
        String foreign = foreignFile(path);
        if (foreign != null && !Files.exists(path.resolve(FORMAT_FILE))) {
            throw new StoreException(
                    "the directory " + path + " has no " + FORMAT_FILE + " file but holds " + foreign
                            + ": it is no Trestle store, or that file was lost. Choose an empty directory, or restore the"
                            + " file from a backup",
                    null);
        }
    }

    private static @Nullable String foreignFile(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            return null;
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(LOCK_FILE) && !name.equals(FORMAT_FILE + TEMPORARY))
                    .findFirst()
                    .orElse(null);
        }
    }

    private static void removeUnfinished(Path rocks) throws IOException {
        if (Files.isDirectory(rocks)) {
            try (Stream<Path> files = Files.list(rocks)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Replaces a small file such that after a power cut either the old or the new content is there. */
    static void writeDurably(Path directory, String name, String content) throws IOException {
        Path temporary = directory.resolve(name + TEMPORARY);
        try (FileChannel channel = FileChannel.open(
                temporary, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(ByteBuffer.wrap((content + "\n").getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
        Files.move(
                temporary,
                directory.resolve(name),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(directory);
    }

    /** Without it the names of new files may be gone after a power cut. */
    static void syncDirectory(@Nullable Path directory) throws IOException {
        if (directory != null) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
