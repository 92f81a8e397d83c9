package dev.trestle.platform.content;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * An object on its way out: all of it, or the range that is asked for. Little is held in memory, more is streamed.
 *
 * @param size as the row has it that names the object
 * @param missing what is answered if the object is not there
 */
public record Download(ObjectBucket bucket, String key, String contentType, long size, Supplier<ApiException> missing) {
    private static final long HELD_BYTES_MAX = 64 * 1024;
    private static final int PARTIAL = 206;

    /** {@code range} is the header Range, if it was sent. */
    public Reply reply(@Nullable String range) {
        ByteRange asked = ByteRange.of(range, size);
        ByteRange sent = asked == null ? new ByteRange(0, size - 1) : asked;
        Reply reply = sent.length() > HELD_BYTES_MAX
                ? Reply.stream(contentType, sent.length(), new Opened(open(sent)))
                : Reply.bytes(contentType, part(sent));
        reply = reply.header("accept-ranges", "bytes");
        return asked == null ? reply : reply.status(PARTIAL).header("content-range", asked.described(size));
    }

    /** All of an object that is small enough to be held. */
    public byte[] bytes() {
        byte[] found = bucket.bytes(key);
        if (found == null) {
            throw missing.get();
        }
        return found;
    }

    private byte[] part(ByteRange range) {
        if (range.length() == size) {
            return bytes();
        }
        try (InputStream in = open(range)) {
            return in.readNBytes((int) range.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opened before the answer begins: what is open stays readable, also if the object is deleted meanwhile. */
    private ResponseInputStream<GetObjectResponse> open(ByteRange range) {
        ResponseInputStream<GetObjectResponse> opened = bucket.open(key, range);
        if (opened == null) {
            throw missing.get();
        }
        Long length = opened.response().contentLength();
        if (length != null && length != range.length()) {
            // Another program wrote the row: an answer that announces a length and ends early would be cut off.
            opened.abort();
            throw ApiException.of(Kind.UNPROCESSABLE, "The size that is recorded is not the length of the content.");
        }
        return opened;
    }

    private record Opened(ResponseInputStream<?> in) implements Reply.Writer {
        @Override
        public void writeTo(OutputStream out) throws IOException {
            try (in) {
                in.transferTo(out);
            }
        }

        @Override
        public void unused() {
            in.abort();
        }
    }
}
