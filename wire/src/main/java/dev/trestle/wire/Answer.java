package dev.trestle.wire;

import dev.trestle.engine.item.JsonBuffer;
import dev.trestle.wire.dynamodb.Operation;
import dev.trestle.wire.json.JsonOutput;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** A whole answer, ready to be sent once. {@code crc32} is that of the body as it is sent. */
record Answer(int status, String contentType, Buffer body, boolean gzipped, long crc32) {
    /** A body that is smaller is not worth compressing. */
    static final int GZIP_BYTES_MIN = 4096;

    private static final String JSON = "application/x-amz-json-1.0";
    private static final int KEPT_BYTES_MAX = 256 * 1024;
    private static final ThreadLocal<JsonBuffer> BUFFERS = ThreadLocal.withInitial(() -> new JsonBuffer(16 * 1024));

    /** {@code gzip} tells that the client would take it compressed. */
    static Answer json(int status, boolean gzip, Consumer<JsonOutput> members) {
        if (members == Operation.NO_BODY) {
            return of(status, JSON, new byte[0], 0, false);
        }
        JsonBuffer buffer = BUFFERS.get();
        buffer.clear();
        JsonOutput out = new JsonOutput(buffer);
        out.answer(() -> members.accept(out));
        if (buffer.capacity() > KEPT_BYTES_MAX) {
            BUFFERS.remove();
        }
        boolean packed = gzip && buffer.length() >= GZIP_BYTES_MIN;
        return packed
                ? gzipped(status, JSON, buffer.array(), buffer.length())
                : of(status, JSON, buffer.array(), buffer.length(), false);
    }

    /** The same under another name of JSON. */
    Answer named(String json) {
        return contentType.equals(JSON) ? new Answer(status, json, body, gzipped, crc32) : this;
    }

    boolean isWorthPacking() {
        return !gzipped && body.length() >= GZIP_BYTES_MIN;
    }

    /** The same, compressed. */
    Answer packed() {
        return gzipped(status, contentType, body.getBytes(), body.length());
    }

    static Answer text(int status, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return of(status, "text/plain; charset=utf-8", bytes, bytes.length, false);
    }

    /** Of the bytes the first {@code length} count; they are copied. */
    private static Answer of(int status, String contentType, byte[] bytes, int length, boolean gzipped) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        Buffer body = Buffer.buffer(length).appendBytes(bytes, 0, length);
        return new Answer(status, contentType, body, gzipped, crc.getValue());
    }

    private static Answer gzipped(int status, String contentType, byte[] body, int length) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(length / 4);
        try (OutputStream gzip = new FastGzip(bytes)) {
            gzip.write(body, 0, length);
        } catch (IOException e) {
            throw new IllegalStateException("writing to an array cannot fail", e);
        }
        return of(status, contentType, bytes.toByteArray(), bytes.size(), true);
    }

    private static final class FastGzip extends GZIPOutputStream {
        FastGzip(OutputStream out) throws IOException {
            super(out, GZIP_BYTES_MIN);
            def.setLevel(Deflater.BEST_SPEED);
        }
    }
}
