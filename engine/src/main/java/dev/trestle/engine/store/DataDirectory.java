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
    /** What this program writes. {@link FormatUpgrade} tells what changed from one to the next. */
    static final int FORMAT = 2;

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
    private int format;

    private DataDirectory(Path path, Path realPath, FileChannel lockChannel, Mark found) {
        this.path = path;
        this.realPath = realPath;
        this.lockChannel = lockChannel;
        this.fresh = found.creating();
        this.format = found.format();
    }

    /** What the {@code FORMAT} file says. */
    private record Mark(int format, boolean creating) {
        static Mark parse(Path file) throws IOException {
            String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).trim();
            if (!content.matches(FORMAT_PREFIX + "[1-9][0-9]{0,8}(" + CREATING + ")?")) {
                throw new StoreException(
                        file + " is damaged: it does not say \"" + FORMAT_PREFIX
                                + "<version>\". Restore it from a backup",
                        null);
            }
            String format = content.substring(FORMAT_PREFIX.length()).replace(CREATING, "");
            return new Mark(Integer.parseInt(format), content.endsWith(CREATING));
        }

        void refuseNewer(Path directory) {
            if (format > FORMAT) {
                throw new StoreException(
                        "the store in " + directory + " has format " + format + ", this program knows formats up to "
                                + FORMAT + ": open it with a newer Trestle",
                        null);
            }
        }
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

    /** The format of the store that a directory holds, if this program knows it; null if no store was completed there. */
    static @Nullable Integer completeFormat(Path directory) throws IOException {
        Path file = directory.resolve(FORMAT_FILE);
        if (!Files.exists(file)) {
            return null;
        }
        Mark found = Mark.parse(file);
        found.refuseNewer(directory);
        return found.creating() ? null : found.format();
    }

    static void markComplete(Path directory, int format) throws IOException {
        writeDurably(directory, FORMAT_FILE, FORMAT_PREFIX + format);
    }

    /** The format that the store is marked with. */
    int format() {
        return format;
    }

    /** Marks the store as complete and of this format: from now on programs that do not know the format leave it alone. */
    void mark(int newFormat) {
        try {
            markComplete(path, newFormat);
            format = newFormat;
        } catch (IOException e) {
            throw new StoreException("cannot write " + path.resolve(FORMAT_FILE) + ": " + e, e);
        }
    }

    /** How much the logs of the database hold. */
    long logBytes() throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(rocksPath())) {
            for (Path log :
                    files.filter(file -> file.toString().endsWith(".log")).toList()) {
                bytes += Files.size(log);
            }
        }
        return bytes;
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

    /** The mark tells that the store is still to be made if nothing was there, or its making was cut short. */
    private static Mark checkFormat(Path path) throws IOException {
        Path file = path.resolve(FORMAT_FILE);
        if (!Files.exists(file)) {
            refuseForeignFiles(path);
            writeDurably(path, FORMAT_FILE, FORMAT_PREFIX + FORMAT + CREATING);
            return new Mark(FORMAT, true);
        }
        Mark found = Mark.parse(file);
        found.refuseNewer(path);
        if (found.creating()) {
            removeUnfinished(path.resolve(ROCKS_DIRECTORY));
        }
        return found;
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
