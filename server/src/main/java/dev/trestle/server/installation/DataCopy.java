package dev.trestle.server.installation;

import dev.trestle.engine.Engine;
import dev.trestle.objects.ObjectStore;
import dev.trestle.server.admin.FileBytes;
import dev.trestle.server.admin.LocalStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a copy of all that a data directory holds, beside its place, and gives it its name when it is whole. Items go before objects: what
 * an item names was there before it, so that the copy's objects are no older than its items.
 */
public final class DataCopy {
    private static final String MAKING = ".making";
    private static final String PARTIAL = ".partial";

    private DataCopy() {}

    /** {@code objects} is null if there are none. */
    public static void make(
            Path data, Engine engine, @Nullable ObjectStore objects, Path target, LocalStore.Watcher watcher)
            throws IOException {
        Path whole = target.toAbsolutePath();
        Path making = whole.resolveSibling(whole.getFileName() + MAKING);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalStateException(
                    target + " exists already; a backup is made only where nothing is. Choose another name");
        }
        removeTree(making);
        long total = LocalStore.bytesToCopy(data);
        try {
            WatchedWork.run(
                    () -> {
                        engine.backup(making);
                        if (objects != null) {
                            objects.backup(ObjectsDirectory.of(making));
                        }
                        SecretFile.copy(data, making);
                    },
                    () -> watcher.at(Math.min(made(making), total), total));
            Files.move(making, whole, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            removeTree(making);
            throw e;
        }
    }

    /** The engine and the object store have each their own name for what is not whole yet, beside its place. */
    private static long made(Path making) {
        return FileBytes.below(making) + FileBytes.below(making.resolveSibling(making.getFileName() + PARTIAL));
    }

    private static void removeTree(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
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
