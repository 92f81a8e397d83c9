package dev.trestle.bench;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicLong;

/** What storing small objects would be if it were nothing else: files are written, synced and renamed, on so many threads. */
final class FileLoop {
    private final Path directory;
    private final byte[] content;
    private final AtomicLong next = new AtomicLong();

    FileLoop(Path directory, int bytes) throws IOException {
        this.directory = Files.createDirectories(directory);
        this.content = new byte[bytes];
    }

    /** Files a second. */
    double rate(int threads, long millis) {
        return new Load(threads, millis).rate(random -> store());
    }

    private long store() {
        long number = next.getAndIncrement();
        Path part = directory.resolve(number + ".part");
        try {
            try (FileChannel out = FileChannel.open(part, CREATE_NEW, WRITE)) {
                out.write(ByteBuffer.wrap(content));
                out.force(true);
            }
            Files.move(part, directory.resolve(Long.toString(number)), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return number;
    }
}
