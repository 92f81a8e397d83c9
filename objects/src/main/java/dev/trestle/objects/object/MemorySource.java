package dev.trestle.objects.object;

import dev.trestle.objects.api.FileRegion;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Bytes from the index. */
final class MemorySource implements ByteSource {
    private final byte[] bytes;

    MemorySource(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public int read(long offset, ByteBuffer into) {
        int length = (int) Math.min(into.remaining(), bytes.length - offset);
        into.put(bytes, (int) offset, length);
        return length;
    }

    @Override
    public @Nullable FileRegion region(long offset) {
        return null;
    }

    @Override
    public void close() {}
}
