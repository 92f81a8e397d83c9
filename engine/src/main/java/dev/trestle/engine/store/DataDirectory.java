package dev.trestle.engine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A directory that holds a store: who uses it, which format it has, and whether its write-ahead log is all there.
 *
 * <p>RocksDB opens a directory whose newest log file has vanished as if the writes in it had never been. Therefore the number of the
 * newest log is noted in a file of our own, and opening refuses a directory in which no log of at least that number is left.
 */
final class DataDirectory implements AutoCloseable {
    static final int FORMAT = 1;

    private static final String FORMAT_FILE = "FORMAT";
    private static final String FORMAT_PREFIX = "trestle ";
    private static final String CREATING = " creating";
    private static final String TEMPORARY = ".tmp";
    private static final String ROCKS_DIRECTORY = "rocks";
    private static final String LOCK_FILE = "trestle.lock";
    private static final String NEWEST_LOG_FILE = "NEWEST-LOG";

    private final Path path;
    private final FileChannel lockChannel;
    private final boolean fresh;
    private long notedLog;

    private DataDirectory(Path path, FileChannel lockChannel, boolean fresh) {
        this.path = path;
        this.lockChannel = lockChannel;
        this.fresh = fresh;
    }

    static DataDirectory open(Path path) {
        try {
            createPrivate(path);
            FileChannel channel = lock(path);
            boolean opened = false;
            try {
                boolean fresh = checkFormat(path);
                DataDirectory directory = new DataDirectory(path, channel, fresh);
                directory.checkLogs();
                opened = true;
                return directory;
            } finally {
                if (!opened) {
                    channel.close();
                }
            }
        } catch (IOException e) {
            throw new StoreException("cannot open the data directory " + path + ": " + e.getMessage(), e);
        }
    }

    /** Whether a new store is to be made here. */
    boolean isFresh() {
        return fresh;
    }

    Path path() {
        return path;
    }

    /** Called once the store in a fresh directory is complete. */
    void markCreated() {
        try {
            writeDurably(path, FORMAT_FILE, FORMAT_PREFIX + FORMAT);
        } catch (IOException e) {
            throw new StoreException("cannot write " + path.resolve(FORMAT_FILE) + ": " + e.getMessage(), e);
        }
    }

    /** Notes the newest log file if it changed. Cheap enough to call now and then from the committer. */
    void noteNewestLog() {
        try {
            long newest = newestLog();
            if (newest > notedLog) {
                writeDurably(path, NEWEST_LOG_FILE, Long.toString(newest));
                notedLog = newest;
            }
        } catch (IOException e) {
            throw new StoreException("cannot note the newest log file in " + path + ": " + e.getMessage(), e);
        }
    }

    long usableBytes() {
        try {
            return Files.getFileStore(path).getUsableSpace();
        } catch (IOException e) {
            throw new StoreException("cannot ask for the free space of " + path + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            lockChannel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void createPrivate(Path path) throws IOException {
        boolean posix = path.toAbsolutePath().getFileSystem().supportedFileAttributeViews().contains("posix");
        try {
            if (path.toAbsolutePath().getParent() != null) {
                Files.createDirectories(path.toAbsolutePath().getParent());
            }
            Files.createDirectory(path);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(path)) {
                throw new StoreException(path + " is a file; the data directory must be a directory", e);
            }
        }
        if (posix && Files.isWritable(path)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private static FileChannel lock(Path path) throws IOException {
        Path file = path.resolve(LOCK_FILE);
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
        boolean locked = false;
        try {
            locked = channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            locked = false; // held by this very process
        } finally {
            if (!locked) {
                channel.close();
            }
        }
        if (!locked) {
            throw new StoreException(
                    "the data directory " + path + " is in use by " + holder(file)
                            + "; one process at a time may open it: stop that one, or choose another directory",
                    null);
        }
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(
                (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
        return channel;
    }

    private static String holder(Path file) {
        try {
            String pid = Files.readString(file).trim();
            return pid.isEmpty() ? "another process" : "process " + pid;
        } catch (IOException e) {
            return "another process";
        }
    }

    /** Tells whether the store is still to be made: nothing was there, or its making was cut short. */
    private static boolean checkFormat(Path path) throws IOException {
        Path file = path.resolve(FORMAT_FILE);
        if (!Files.exists(file)) {
            refuseForeignFiles(path);
            writeDurably(path, FORMAT_FILE, FORMAT_PREFIX + FORMAT + CREATING);
            return true;
        }
        String content = Files.readString(file).trim();
        if (!content.matches(FORMAT_PREFIX + "[0-9]{1,9}(" + CREATING + ")?")) {
            throw new StoreException(
                    file + " is damaged: it says \"" + content + "\" instead of \"" + FORMAT_PREFIX
                            + "<version>\". Restore it from a backup",
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

    private static void refuseForeignFiles(Path path) throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            String foreign = files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(LOCK_FILE) && !name.equals(FORMAT_FILE + TEMPORARY))
                    .findFirst()
                    .orElse(null);
            if (foreign != null) {
                throw new StoreException(
                        "the directory " + path + " has no " + FORMAT_FILE + " file but holds " + foreign
                                + ": it is no Trestle store, or that file was lost. Choose an empty directory, or restore the"
                                + " file from a backup",
                        null);
            }
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

    private void checkLogs() throws IOException {
        Path file = path.resolve(NEWEST_LOG_FILE);
        if (fresh || !Files.exists(file)) {
            return;
        }
        notedLog = Long.parseLong(Files.readString(file).trim());
        if (newestLog() < notedLog) {
            throw new StoreException(
                    "the write-ahead log of " + path + " is damaged: a log file with number " + notedLog
                            + " or higher must be there and is missing. Acknowledged writes would be lost by going on: bring the"
                            + " file back, or restore a backup",
                    null);
        }
    }

    private long newestLog() throws IOException {
        try (Stream<Path> files = Files.list(rocksPath())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".log"))
                    .map(name -> name.substring(0, name.length() - ".log".length()))
                    .filter(number -> number.matches("[0-9]{1,18}"))
                    .mapToLong(Long::parseLong)
                    .max()
                    .orElse(-1);
        }
    }

    /** Where RocksDB keeps its files. */
    Path rocksPath() {
        return path.resolve(ROCKS_DIRECTORY);
    }

    private static void writeDurably(Path path, String name, String content) throws IOException {
        Path temporary = path.resolve(name + TEMPORARY);
        try (FileChannel channel = FileChannel.open(
                temporary,
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE,
                StandardOpenOption.TRUNCATE_EXISTING)) {
            channel.write(ByteBuffer.wrap((content + "\n").getBytes(StandardCharsets.UTF_8)));
            channel.force(true);
        }
        Files.move(temporary, path.resolve(name), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel directory = FileChannel.open(path, StandardOpenOption.READ)) {
            directory.force(true);
        }
    }
}
