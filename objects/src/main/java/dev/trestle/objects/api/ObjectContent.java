package dev.trestle.objects.api;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An object opened for reading. Until it is closed its bytes stay, whatever happens to the object. For one thread at a time.
 *
 * <p>Positions count from the start of the range that was asked for.
 */
public interface ObjectContent extends AutoCloseable {

    ObjectHead head();

    /** How many bytes there are to read: {@code head().range().length()}, or 0 if the object was not modified. */
    long length();

    /**
     * Reads some bytes, at least one unless the buffer is full.
     *
     * @return how many; -1 at or behind the end
     */
    int read(long position, ByteBuffer into);

    /**
     * The bytes from there on as they lie in one file, as many as there are in one piece; null if they are in no file. The file stays
     * until this is closed.
     */
    @Nullable
    FileRegion fileRegion(long position);

    @Override
    void close();
}
