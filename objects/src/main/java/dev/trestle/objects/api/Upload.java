package dev.trestle.objects.api;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Bytes on their way in, for one thread at a time. Nothing of it can be seen before {@link #finish} has returned, and all of it then and
 * after any crash. Closing without finishing leaves nothing behind.
 *
 * @param <R> what has been stored in the end
 */
public interface Upload<R> extends AutoCloseable {

    /**
     * Takes all bytes of the buffer, which may be used again at once. Memory does not grow with their number.
     *
     * @throws dev.trestle.objects.ObjectStoreException if they are too many; the upload is given up
     */
    void write(ByteBuffer bytes);

    /** How many bytes have come so far. */
    long length();

    /**
     * Stores what was written, and returns when it is on disk.
     *
     * @param trailing the checksum that came behind the content; null if there was none
     * @throws dev.trestle.objects.ObjectStoreException if the bytes are not what was promised, or a condition does not hold; nothing is
     *     stored then
     */
    R finish(@Nullable Checksum trailing);

    /** Gives the upload up unless it is finished. */
    @Override
    void close();
}
