package dev.trestle.objects.blob;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A blob on its way in: in memory as long as it may stay in the index, then in a file. For one thread at a time.
 *
 * <p>It ends in one of three ways: {@link #committed}, {@link #discard} if nothing names it, {@link #doubtful} if nobody knows.
 */
public final class BlobWriter {
    private static final int FIRST_BYTES = 1024;
    /** How much is written before the disk's room is looked at again. */
    private static final long SPACE_CHECK_BYTES = 64L * 1024 * 1024;

    private final BlobFiles files;
    private final Bytes id;
    private final int inlineBytesMax;
    private byte[] memory = {};
    private @Nullable FileChannel file;
    private long length;
    private long nextSpaceCheck = SPACE_CHECK_BYTES;
    private boolean ended;

    public BlobWriter(BlobFiles files, Bytes id, int inlineBytesMax) {
        this.files = files;
        this.id = id;
        this.inlineBytesMax = inlineBytesMax;
    }

    public Bytes id() {
        return id;
    }

    public long length() {
        return length;
    }

    public boolean isInline() {
        return length <= inlineBytesMax;
    }

    /** The whole of a blob that {@link #isInline}. */
    public Bytes inlineBytes() {
        return Bytes.of(Arrays.copyOf(memory, (int) length));
    }

    /** Refuses to go on with what has ended, in whichever way. */
    public void requireOpen() {
        if (ended) {
            throw new IllegalStateException("this upload has ended; begin a new one");
        }
    }

    /** Takes all bytes of the buffer. */
    public void write(ByteBuffer bytes) {
        requireOpen();
        int more = bytes.remaining();
        try {
            if (length + more <= inlineBytesMax) {
                remember(bytes);
            } else {
                writeToFile(bytes);
            }
            length += more;
        } catch (IOException e) {
            discard();
            throw failure("a blob cannot be written: ", e);
        }
    }

    /** Of a blob that is discarded, so that nothing is left of it. */
    private static ObjectStoreException failure(String what, IOException e) {
        String text = String.valueOf(e.getMessage());
        if (e instanceof DiskFullException) {
            return ObjectStoreException.of(S3Error.STORAGE_FULL, text);
        }
        return text.contains("No space left on device")
                ? ObjectStoreException.of(S3Error.STORAGE_FULL, "the disk is full. Make room, then try again")
                : ObjectStoreException.internal(what + text, e);
    }

    private void remember(ByteBuffer bytes) {
        int needed = (int) length + bytes.remaining();
        if (needed > memory.length) {
            int grown = Math.max(needed, Math.max(FIRST_BYTES, 2 * memory.length));
            memory = Arrays.copyOf(memory, Math.min(grown, inlineBytesMax));
        }
        bytes.get(memory, (int) length, bytes.remaining());
    }

    private void writeToFile(ByteBuffer bytes) throws IOException {
        FileChannel channel = file;
        if (channel == null) {
            channel = files.create(id);
            file = channel;
            writeFully(channel, ByteBuffer.wrap(memory, 0, (int) length));
            memory = new byte[0];
        } else if (length >= nextSpaceCheck) {
            files.checkFreeSpace();
            nextSpaceCheck = length + SPACE_CHECK_BYTES;
        }
        writeFully(channel, bytes);
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    /** Brings what is in the file, and the file's name, to the disk. */
    public void sync() {
        FileChannel channel = file;
        if (channel == null) {
            return;
        }
        try {
            channel.force(true);
            channel.close();
            Durable.syncDirectory(files.path(id).getParent());
        } catch (IOException e) {
            discard();
            throw failure("a blob cannot be brought to the disk: ", e);
        }
    }

    /** The index names the blob now. */
    public void committed() {
        if (!ended) {
            ended = true;
            files.arrived(id);
        }
    }

    /** The index does not name the blob, and never will. */
    public void discard() {
        if (ended) {
            return;
        }
        ended = true;
        memory = new byte[0];
        FileChannel channel = file;
        if (channel != null) {
            try {
                channel.close();
                files.delete(id);
                files.arrived(id);
            } catch (IOException e) {
                // It stays under way, so nobody takes it for something else; the next opening finds it.
                ended = true;
            }
        }
    }

    /** Nobody knows whether the index names the blob. Its file stays, and stays under way; the next opening sees to it. */
    public void doubtful() {
        ended = true;
    }
}
