package dev.trestle.engine.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Small files of an export, written such that a power cut leaves the old content or the new. */
final class DurableFiles {
    private static final String TEMPORARY = ".tmp";

    private DurableFiles() {}

    static void write(Path file, String content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + TEMPORARY);
        put(temporary, content, StandardOpenOption.TRUNCATE_EXISTING);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        syncDirectory(file.toAbsolutePath().getParent());
    }

    /** The name of a new file is on disk only once its directory is synced. */
    static void append(Path file, String content) throws IOException {
        put(file, content, StandardOpenOption.APPEND);
    }

    private static void put(Path file, String content, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, how)) {
            ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    static void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory);
        syncDirectory(directory.toAbsolutePath().getParent());
    }

    static void syncDirectory(@Nullable Path directory) throws IOException {
        if (directory != null) {
            try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    }
}
