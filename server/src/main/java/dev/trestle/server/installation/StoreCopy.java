package dev.trestle.server.installation;

import dev.trestle.engine.Engine;
import dev.trestle.objects.ObjectStore;
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
public final class StoreCopy {
    private static final String MAKING = ".making";

    private StoreCopy() {}

    /** Where a copy is while it is being made. */
    public static Path unfinished(Path target) {
        Path whole = target.toAbsolutePath();
        return whole.resolveSibling(whole.getFileName() + MAKING);
    }

    /** {@code objects} is null if there are none. */
    public static void make(Path data, Engine engine, @Nullable ObjectStore objects, Path target) throws IOException {
        Path making = unfinished(target);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new IllegalStateException(
                    target + " exists already; a backup is made only where nothing is. Choose another name");
        }
        removeTree(making);
        try {
            engine.backup(making);
            if (objects != null) {
                objects.backup(ObjectsDirectory.of(making));
            }
            SecretFile.copy(data, making);
            Files.move(making, target.toAbsolutePath(), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException | RuntimeException e) {
            removeTree(making);
            throw e;
        }
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
