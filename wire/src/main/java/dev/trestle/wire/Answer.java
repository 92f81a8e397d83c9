package dev.trestle.wire;

import dev.trestle.engine.item.JsonBuffer;
import dev.trestle.wire.json.JsonOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A whole answer, ready to be sent. {@code crc32} is that of the body as it is sent. */
record Answer(int status, String contentType, byte[] body, boolean gzipped, long crc32) {
    /** A body that is smaller is not worth compressing. */
    static final int GZIP_BYTES_MIN = 4096;

    private static final String JSON = "application/x-amz-json-1.0";
    private static final int KEPT_BYTES_MAX = 256 * 1024;
    private static final ThreadLocal<JsonBuffer> BUFFERS = ThreadLocal.withInitial(() -> new JsonBuffer(16 * 1024));

    /** {@code gzip} tells that the client would take it compressed. */
    static Answer json(int status, boolean gzip, Consumer<JsonOutput> members) {
        JsonBuffer buffer = BUFFERS.get();
        buffer.clear();
        JsonOutput out = new JsonOutput(buffer);
        out.answer(() -> members.accept(out));
        boolean gzipped = gzip && buffer.length() >= GZIP_BYTES_MIN;
        byte[] body =
                gzipped ? compressed(buffer.array(), buffer.length()) : Arrays.copyOf(buffer.array(), buffer.length());
        if (buffer.capacity() > KEPT_BYTES_MAX) {
            BUFFERS.remove();
        }
        return of(status, JSON, body, gzipped);
    }

    boolean isWorthPacking() {
        return !gzipped && body.length >= GZIP_BYTES_MIN;
    }

    /** The same, compressed. */
    Answer packed() {
        return of(status, contentType, compressed(body, body.length), true);
    }

    static Answer text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8), false);
    }

    private static Answer of(int status, String contentType, byte[] body, boolean gzipped) {
        CRC32 crc = new CRC32();
        crc.update(body);
        return new Answer(status, contentType, body, gzipped, crc.getValue());
    }

    private static byte[] compressed(byte[] body, int length) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(length / 4);
        try (OutputStream gzip = new FastGzip(bytes)) {
            gzip.write(body, 0, length);
        } catch (IOException e) {
            throw new IllegalStateException("writing to an array cannot fail", e);
        }
        return bytes.toByteArray();
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, GZIP_BYTES_MIN);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
