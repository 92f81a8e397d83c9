package dev.trestle.platform.content;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;

/**
 * Bytes on their way in, checked as they come: little stays in memory, the rest waits in a file. So an object is begun only with bytes
 * that are known to be right and complete, and can be sent again if the store did not answer.
 */
public final class Spool implements AutoCloseable {
    private static final int MEMORY_BYTES_MAX = 64 * 1024;
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int HEAD_BYTES = 16;

    private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
    private @Nullable Path file;
    private byte[] head = new byte[0];
    private long size;

    private Spool() {}

    /** Looks at bytes while they pass by. */
    public interface Check {
        void see(byte[] bytes, int offset, int length);

        /**
         * Called behind the last byte.
         *
         * @throws ApiException if the whole is refused
         */
        void end();
    }

    private static final class NoCheck implements Check {
        @Override
        public void see(byte[] bytes, int offset, int length) {}

        @Override
        public void end() {}
    }

    /** Anything. */
    public static Spool of(InputStream in, long bytesMax) throws IOException {
        return of(in, bytesMax, new NoCheck());
    }

    /** What passes a check. */
    public static Spool of(InputStream in, long bytesMax, Check check) throws IOException {
        Spool spool = new Spool();
        try {
            spool.read(in, bytesMax, check);
            check.end();
            return spool;
        } catch (IOException | RuntimeException e) {
            spool.close();
            throw e;
        }
    }

    private void read(InputStream in, long bytesMax, Check check) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (Sink sink = new Sink()) {
            int count = in.read(buffer);
            while (count >= 0) {
                size += count;
                if (size > bytesMax) {
                    throw ApiException.of(Kind.TOO_LARGE, "The content is larger than " + bytesMax + " bytes.");
                }
                check.see(buffer, 0, count);
                if (head.length < HEAD_BYTES) {
                    noteHead(buffer, count);
                }
                sink.write(buffer, count);
                count = in.read(buffer);
            }
        }
    }

    private void noteHead(byte[] bytes, int count) {
        int more = Math.min(count, HEAD_BYTES - head.length);
        int before = head.length;
        head = Arrays.copyOf(head, before + more);
        System.arraycopy(bytes, 0, head, before, more);
    }

    /** Into memory first; once that is too much, into a file. */
    private final class Sink implements AutoCloseable {
        private @Nullable OutputStream out;

        void write(byte[] bytes, int count) throws IOException {
            if (out == null && memory.size() + count > MEMORY_BYTES_MAX) {
                Path made = Files.createTempFile("trestle-", ".spool");
                file = made;
                out = Files.newOutputStream(made);
                memory.writeTo(out);
                memory.reset();
            }
            if (out == null) {
                memory.write(bytes, 0, count);
            } else {
                out.write(bytes, 0, count);
            }
        }

        @Override
        public void close() throws IOException {
            if (out != null) {
                out.close();
            }
        }
    }

    public long size() {
        return size;
    }

    /** What was spooled, to be closed. */
    InputStream open() throws IOException {
        Path spooled = file;
        return spooled == null ? new ByteArrayInputStream(memory.toByteArray()) : Files.newInputStream(spooled);
    }

    /** The first bytes, by which files of some types are known. */
    public byte[] head() {
        return head.clone();
    }

    RequestBody body() {
        Path spooled = file;
        return spooled == null ? RequestBody.fromBytes(memory.toByteArray()) : RequestBody.fromFile(spooled);
    }

    @Override
    public void close() {
        Path spooled = file;
        if (spooled != null) {
            try {
                Files.deleteIfExists(spooled);
            } catch (IOException e) {
                spooled.toFile().deleteOnExit();
            }
        }
    }
}
