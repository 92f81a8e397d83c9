package dev.trestle.server.admin;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** How much there is in files, for who watches them grow. */
public final class FileBytes {
    private FileBytes() {}

    /** Of all files below; what comes and goes meanwhile does not matter, and links count for nothing. */
    public static long below(Path root) {
        return below(root, Set.of());
    }

    /** As above, without what is in these directories. */
    public static long below(Path root, Set<Path> apart) {
        AtomicLong sum = new AtomicLong();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes about) {
                    return apart.contains(directory) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
                    sum.addAndGet(about.isRegularFile() ? about.size() : 0);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return sum.get(); // as far as one could see
        }
        return sum.get();
    }
}
