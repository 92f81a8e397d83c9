package dev.trestle.wire.s3;

import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.signature.PayloadHash;
import dev.trestle.wire.signature.S3Payload;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A body that is its content. Where it is signed, that is by a hash over all of it. */
final class PlainBody implements BodyDecoder {
    private final @Nullable PayloadHash hash;
    private final String expected;

    PlainBody(S3Payload payload) {
        this.hash = payload.kind() == S3Payload.Kind.HASHED ? new PayloadHash() : null;
        this.expected = payload.text().toLowerCase(Locale.ROOT);
    }

    @Override
    public void feed(byte[] bytes, int offset, int length, Consumer<ByteBuffer> content) {
        if (hash != null) {
            hash.update(bytes, offset, length);
        }
        content.accept(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public void end() {
        if (hash == null) {
            return;
        }
        String computed = hash.hex();
        if (!computed.equals(expected)) {
            throw S3Refusal.badRequest(
                            "XAmzContentSHA256Mismatch",
                            "The provided 'x-amz-content-sha256' header does not match what was computed.")
                    .with("ClientComputedContentSHA256", expected)
                    .with("S3ComputedContentSHA256", computed);
        }
    }

    @Override
    public Map<String, String> trailers() {
        return Map.of();
    }
}
