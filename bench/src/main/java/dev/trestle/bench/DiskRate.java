package dev.trestle.bench;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/** How fast a disk writes and reads one file from its start to its end, in bytes a second. */
final class DiskRate {
    private static final int BLOCK_BYTES = 1024 * 1024;
    private static final int ALIGNMENT = 4096;

    private final Path file;
    private final long blocks;
    private final ByteBuffer block =
            ByteBuffer.allocateDirect(BLOCK_BYTES + ALIGNMENT).alignedSlice(ALIGNMENT);

    DiskRate(Path file, long bytes) {
        this.file = file;
        this.blocks = Math.max(1, bytes / BLOCK_BYTES);
        byte[] content = new byte[BLOCK_BYTES];
        new Random(1).nextBytes(content);
        block.limit(BLOCK_BYTES).put(content);
    }

    /** Until it is on disk. */
    double write() throws IOException {
        long start = System.nanoTime();
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            for (long i = 0; i < blocks; i++) {
                block.clear().limit(BLOCK_BYTES);
                while (block.hasRemaining()) {
                    channel.write(block);
                }
            }
            channel.force(true);
        }
        return rate(start);
    }

    /** Past the page cache where the file system allows it. */
    double read() throws IOException {
        try {
            return read(ExtendedOpenOption.DIRECT);
        } catch (UnsupportedOperationException e) {
            return read(StandardOpenOption.READ);
        }
    }

    private double read(OpenOption how) throws IOException {
        long start = System.nanoTime();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, how)) {
            do {
                block.clear().limit(BLOCK_BYTES);
            } while (channel.read(block) > 0);
        }
        return rate(start);
    }

    void delete() throws IOException {
        Files.delete(file);
    }

    private double rate(long start) {
        return blocks * (double) BLOCK_BYTES / ((System.nanoTime() - start) / 1e9);
    }
}
