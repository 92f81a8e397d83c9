package dev.trestle.objects.object;

import dev.trestle.objects.api.FileRegion;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The bytes of an opened object, by their position in it. For one thread at a time. */
interface ByteSource extends AutoCloseable {

    /** Reads at least one byte of the object, which has some there; no more than the buffer takes. */
    int read(long offset, ByteBuffer into) throws IOException;

    /** The bytes from there on that lie in one file; null if they are in none. */
    @Nullable
    FileRegion region(long offset) throws IOException;

    @Override
    void close() throws IOException;
}
