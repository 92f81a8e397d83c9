package dev.trestle.server;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;

/** How much there is in files, for who watches them grow. */
final class FileBytes {
    private FileBytes() {}

    /** Of all files below; what comes and goes meanwhile does not matter. */
    static long below(Path root) {
        AtomicLong sum = new AtomicLong();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
                    sum.addAndGet(about.size());
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
