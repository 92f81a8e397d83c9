package dev.trestle.objects.blob;

import dev.trestle.engine.value.Bytes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The files that hold blobs: {@code ab/cdef…}, the id in hexadecimal digits, of which the first two name one of 256 directories, which is
 * made for the first file in it. A file is written once and never changed.
 *
 * <p>An id is under way from before its file is made until the commit that names it has succeeded or can no longer happen. So a file
 * whose id is neither under way nor named by the index is nobody's.
 */
public final class BlobFiles {
    public static final int ID_BYTES = 16;

    private static final int DIRECTORIES = 256;
    private static final int DIRECTORY_CHARS = 2;
    private static final HexFormat HEX = HexFormat.of();

    private final Path root;
    private final long freeSpaceFloorBytes;
    private final FileStore disk;
    private final Set<Bytes> underWay = ConcurrentHashMap.newKeySet();

    /** Whose names are on the disk, so that what is synced within them is there after a power cut. */
    private final Set<Path> durable = ConcurrentHashMap.newKeySet();

    private BlobFiles(Path root, long freeSpaceFloorBytes) throws IOException {
        this.root = root;
        this.freeSpaceFloorBytes = freeSpaceFloorBytes;
        this.disk = Files.getFileStore(root);
    }

    public static BlobFiles open(Path root, long freeSpaceFloorBytes) throws IOException {
        Files.createDirectories(root);
        Durable.syncDirectory(root); // it may hold directories that a process made which was killed just then
        Durable.syncDirectory(root.getParent());
        BlobFiles files = new BlobFiles(root, freeSpaceFloorBytes);
        files.durable.addAll(files.directories());
        return files;
    }

    /** Those that a store has whose blobs are under {@code root}. */
    public static List<Path> directories(Path root) {
        return IntStream.range(0, DIRECTORIES)
                .mapToObj(number -> root.resolve(HEX.toHexDigits((byte) number)))
                .filter(Files::isDirectory)
                .toList();
    }

    public Path root() {
        return root;
    }

    public List<Path> directories() {
        return directories(root);
    }

    /** The files of one directory as it is read: bounded memory, whatever their number. */
    public DirectoryStream<Path> files(Path directory) throws IOException {
        return Files.newDirectoryStream(directory);
    }

    public Path path(Bytes id) {
        String name = HEX.formatHex(id.array());
        return directory(name).resolve(name.substring(DIRECTORY_CHARS));
    }

    private Path directory(String name) {
        return root.resolve(name.substring(0, DIRECTORY_CHARS));
    }

    /** The id that a file is named after; null if its name is none of ours. */
    public @Nullable Bytes id(Path file) {
        Path parent = file.getParent();
        String name = parent == null ? "" : parent.getFileName().toString() + file.getFileName();
        if (name.length() != 2 * ID_BYTES) {
            return null;
        }
        try {
            return Bytes.of(HEX.parseHex(name));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    public boolean isUnderWay(Bytes id) {
        return underWay.contains(id);
    }

    /** A new file under the id, which is under way from now on. */
    FileChannel create(Bytes id) throws IOException {
        underWay.add(id);
        try {
            checkFreeSpace();
            makeDurable(directory(HEX.formatHex(id.array())));
            return FileChannel.open(path(id), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (IOException | RuntimeException | Error e) {
            underWay.remove(id);
            throw e;
        }
    }

    private void makeDurable(Path directory) throws IOException {
        if (durable.contains(directory)) {
            return;
        }
        synchronized (durable) {
            if (!durable.contains(directory)) {
                Files.createDirectories(directory);
                Durable.syncDirectory(root);
                durable.add(directory);
            }
        }
    }

    void checkFreeSpace() throws IOException {
        long usable = disk.getUsableSpace();
        if (usable < freeSpaceFloorBytes) {
            throw new DiskFullException("the disk is full: " + usable / 1024 + " KiB are free, writes need "
                    + freeSpaceFloorBytes / 1024 + " KiB. Make room, then try again");
        }
    }

    /** The commit that names the blob has succeeded, or the file is gone and it will never be. */
    void arrived(Bytes id) {
        underWay.remove(id);
    }

    public FileChannel open(Bytes id) throws IOException {
        return FileChannel.open(path(id), StandardOpenOption.READ);
    }

    /** The file's length; -1 if there is none. */
    public long length(Bytes id) throws IOException {
        Path path = path(id);
        return Files.exists(path) ? Files.size(path) : -1;
    }

    /** Removes the file if it is there. That need not be durable: a file that comes back after a power cut is nobody's. */
    public void delete(Bytes id) throws IOException {
        Files.deleteIfExists(path(id));
    }
}
