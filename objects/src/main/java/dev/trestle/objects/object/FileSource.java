package dev.trestle.objects.object;

import dev.trestle.objects.api.FileRegion;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Bytes of one file. */
final class FileSource implements ByteSource {
    private final Path path;
    private final FileChannel channel;
    private final long length;

    FileSource(Path path, FileChannel channel, long length) {
        this.path = path;
        this.channel = channel;
        this.length = length;
    }

    @Override
    public int read(long offset, ByteBuffer into) throws IOException {
        int read = channel.read(into, offset);
        if (read < 0) {
            throw new EOFException(path + " is shorter than the " + length + " bytes that the index tells");
        }
        return read;
    }

    @Override
    public FileRegion region(long offset) {
        return new FileRegion(path, offset, length - offset);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
