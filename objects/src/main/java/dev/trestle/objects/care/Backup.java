package dev.trestle.objects.care;

import dev.trestle.engine.Engine;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.blob.BlobFiles;
import dev.trestle.objects.blob.Durable;
import dev.trestle.objects.index.Index;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Copies a whole store: first the index, at one moment, then links to the blobs, of which none is removed meanwhile. Blobs that came after
 * that moment may be in the copy too; nothing names them there, and its first opening removes them. The copy is made beside its place under
 * the ending {@code .partial} and takes its name when all of it is on disk.
 */
public final class Backup {
    private final Index index;
    private final BlobFiles files;
    private final Reaper reaper;

    public Backup(Index index, BlobFiles files, Reaper reaper) {
        this.index = index;
        this.files = files;
        this.reaper = reaper;
    }

    public void make(Path wanted) {
        try (Reaper.Held held = reaper.hold()) {
            copy(index::backup, files.root(), wanted);
        }
    }

    /** Makes a store of a copy, which stays as it is. Nobody may have the copy open. */
    public static void restore(Path backup, Path wanted) {
        StoreDirectory source = StoreDirectory.existing(backup);
        copy(target -> Engine.restore(source.index(), target), source.blobs(), wanted);
    }

    private static void copy(Consumer<Path> index, Path blobs, Path wanted) {
        Path target = wanted.toAbsolutePath();
        Path partial = target.resolveSibling(target.getFileName() + ".partial");
        if (Files.exists(target)) {
            throw ObjectStoreException.internal(
                    target + " exists already; a copy is made only where nothing is. Choose another name", null);
        }
        try {
            removeTree(partial);
            StoreDirectory copy = StoreDirectory.ofCopy(partial);
            index.accept(copy.index());
            link(blobs, copy.blobs());
            copy.writeFormat();
            Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            Durable.syncDirectory(target.getParent());
        } catch (IOException e) {
            throw ObjectStoreException.internal("cannot copy the object store to " + target + ": " + e, e);
        }
    }

    private static void link(Path blobs, Path copies) throws IOException {
        Files.createDirectory(copies);
        for (Path directory : BlobFiles.directories(blobs)) {
            Path into = Files.createDirectory(copies.resolve(directory.getFileName()));
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path file : entries) {
                    linkOrCopy(file, into.resolve(file.getFileName()));
                }
            }
            Durable.syncDirectory(into);
        }
        Durable.syncDirectory(copies);
    }

    private static void linkOrCopy(Path file, Path copy) throws IOException {
        try {
            Files.createLink(copy, file);
        } catch (NoSuchFileException e) {
            return; // an upload that was given up; what the index names stays while the reaper is held back
        } catch (FileSystemException | UnsupportedOperationException e) {
            copy(file, copy);
        }
    }

    /** To another disk, or where there are no links. */
    private static void copy(Path file, Path copy) throws IOException {
        try {
            Files.copy(file, copy);
        } catch (NoSuchFileException e) {
            return;
        }
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** What an earlier copy left that was cut short: a directory of a name that only copies have. */
    private static void removeTree(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
