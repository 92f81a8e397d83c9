package dev.trestle.engine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * A whole store under another name: a backup, or a restored one. It is made beside its place under the ending {@code .partial} and
 * takes its name when every byte of it is on disk, so a directory of that name is complete or not there.
 */
final class StoreCopy {
    private static final String PARTIAL = ".partial";

    private final Path target;
    private final Path partial;

    private StoreCopy(Path target) throws IOException {
        this.target = target.toAbsolutePath();
        this.partial = this.target.resolveSibling(this.target.getFileName() + PARTIAL);
        if (Files.exists(this.target)) {
            throw new FileAlreadyExistsException(
                    target + " exists already; a copy is made only where nothing is. Choose another name");
        }
        Path parent = this.target.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        removeTree(partial);
    }

    /** Removes a copy, also one that was not finished. */
    static void remove(Path target) {
        try {
            removeTree(target);
            removeTree(target.resolveSibling(target.getFileName() + PARTIAL));
        } catch (IOException e) {
            throw new StoreException("cannot remove the copy " + target + ": " + e, e);
        }
    }

    /** Fills the directory of RocksDB's files, which does not exist yet. */
    interface Fill {
        void into(Path rocks) throws IOException;
    }

    /** {@code format} is that of the files that {@code fill} brings. */
    static void make(Path target, int format, Fill fill) {
        try {
            StoreCopy copy = new StoreCopy(target);
            DataDirectory.createPrivate(copy.partial);
            Path rocks = DataDirectory.rocksPath(copy.partial);
            fill.into(rocks);
            copy.finish(rocks, format);
        } catch (IOException e) {
            throw new StoreException("cannot copy the store to " + target + ": " + e.getMessage(), e);
        }
    }

    /** Restores what {@link #make} made, now or in an earlier release: the copy has the backup's format, and is upgraded when opened. */
    static void restore(Path backup, Path target) {
        make(target, completeFormat(backup), rocks -> {
            Files.createDirectory(rocks);
            try (Stream<Path> files = Files.list(DataDirectory.rocksPath(backup))) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, rocks.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        });
    }

    /** Throws if the copy is not complete, or of an older format: nothing would upgrade it. */
    static void checkCurrent(Path copy) {
        int format = completeFormat(copy);
        if (format != DataDirectory.FORMAT) {
            throw new StoreException(
                    copy + " has format " + format + ", and only a copy of format " + DataDirectory.FORMAT
                            + " can be read as it is",
                    null);
        }
    }

    private static int completeFormat(Path backup) {
        try {
            Integer format = DataDirectory.completeFormat(backup);
            if (format != null) {
                return format;
            }
        } catch (IOException e) {
            throw new StoreException("cannot read the backup " + backup + ": " + e, e);
        }
        throw new StoreException(
                backup
                        + " is no backup: it has no FORMAT file that says it is complete. Name the directory that backup made",
                null);
    }

    private void finish(Path rocks, int format) throws IOException {
        try (Stream<Path> files = Files.list(rocks)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
            }
        }
        DataDirectory.syncDirectory(rocks);
        new LogNote(partial, rocks).update();
        DataDirectory.markComplete(partial, format);
        Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
        Path parent = target.getParent();
        if (parent != null) {
            DataDirectory.syncDirectory(parent);
        }
    }

    /** What an earlier copy left that was cut short: our own files, two levels deep. */
    private static void removeTree(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                if (Files.isDirectory(file)) {
                    removeTree(file);
                } else {
                    Files.delete(file);
                }
            }
        }
        Files.delete(directory);
    }
}
