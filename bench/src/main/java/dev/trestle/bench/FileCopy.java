package dev.trestle.bench;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Random;

/** A large file, and how fast it is copied while its checksums are computed. It stands for what the disk and the checksums cost. */
final class FileCopy {
    static final int CHUNK_BYTES = 1024 * 1024;

    private final Path source;
    private final Path target;
    private final long bytes;

    FileCopy(Path directory, long bytes) throws IOException {
        this.source = directory.resolve("source");
        this.target = directory.resolve("copy");
        this.bytes = bytes;
        Random random = new Random(bytes);
        byte[] chunk = new byte[CHUNK_BYTES];
        try (FileChannel out = FileChannel.open(source, CREATE, WRITE)) {
            for (long at = 0; at < bytes; at += CHUNK_BYTES) {
                random.nextBytes(chunk);
                out.write(ByteBuffer.wrap(chunk, 0, (int) Math.min(CHUNK_BYTES, bytes - at)));
            }
            out.force(true);
        }
    }

    Path source() {
        return source;
    }

    /** Bytes a second. {@code synced} waits until the copy is on disk, and under its name. */
    double rate(boolean synced) throws IOException {
        long start = System.nanoTime();
        ContentSum sum = new ContentSum();
        ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES);
        try (FileChannel in = FileChannel.open(source, READ);
                FileChannel out = FileChannel.open(target, CREATE, WRITE, TRUNCATE_EXISTING)) {
            while (in.read(buffer.clear()) >= 0) {
                buffer.flip();
                sum.update(buffer);
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
            }
            if (synced) {
                out.force(true);
            }
        }
        if (synced) {
            Files.move(target, target.resolveSibling("renamed"), StandardCopyOption.REPLACE_EXISTING);
        }
        double rate = bytes / ((System.nanoTime() - start) / 1e9);
        Files.deleteIfExists(target);
        Files.deleteIfExists(target.resolveSibling("renamed"));
        return rate;
    }

    /** The checksums of the source. */
    ContentSum sum() throws IOException {
        ContentSum sum = new ContentSum();
        ByteBuffer buffer = ByteBuffer.allocateDirect(CHUNK_BYTES);
        try (FileChannel in = FileChannel.open(source, READ)) {
            while (in.read(buffer.clear()) >= 0) {
                sum.update(buffer.flip());
            }
        }
        return sum;
    }
}
