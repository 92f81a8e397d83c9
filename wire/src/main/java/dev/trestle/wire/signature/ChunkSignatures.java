package dev.trestle.wire.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.wire.error.S3Refusal;
import java.security.MessageDigest;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The signatures of a body's chunks, each over its chunk and the signature before, so that none can be changed, left out or moved. For
 * one thread at a time. Without a key, it checks no more than their form.
 */
public final class ChunkSignatures {
    private static final Pattern SIGNATURE = Pattern.compile("[0-9a-f]{64}");
    private static final String EMPTY_HASH = Crypto.sha256Hex(new byte[0]);

    private final byte @Nullable [] key;
    private final String stamp;
    private final String scope;
    private final MessageDigest chunk = Crypto.newSha256();
    private String previous;

    ChunkSignatures(byte @Nullable [] key, String stamp, String scope, String seed) {
        this.key = key;
        this.stamp = stamp;
        this.scope = scope;
        this.previous = seed;
    }

    /** Bytes of the chunk that is being received. */
    public void update(byte[] bytes, int offset, int length) {
        if (key != null) {
            chunk.update(bytes, offset, length);
        }
    }

    /** The chunk is there whole. */
    public void checkChunk(String signature) {
        check("AWS4-HMAC-SHA256-PAYLOAD", EMPTY_HASH + "\n" + Crypto.hex(chunk.digest()), signature);
    }

    /** {@code lines} are the headers behind the last chunk, each as name, colon, value and line feed. */
    public void checkTrailer(String lines, String signature) {
        check("AWS4-HMAC-SHA256-TRAILER", Crypto.sha256Hex(lines.getBytes(UTF_8)), signature);
    }

    private void check(String algorithm, String hashes, String signature) {
        if (!SIGNATURE.matcher(signature).matches()) {
            throw mismatch();
        }
        if (key != null) {
            String text = algorithm + "\n" + stamp + "\n" + scope + "\n" + previous + "\n" + hashes;
            if (!Signing.isSame(Signing.signature(key, text), signature)) {
                throw mismatch();
            }
        }
        previous = signature;
    }

    private static S3Refusal mismatch() {
        return S3Refusal.forbidden("SignatureDoesNotMatch", S3SignatureCheck.MISMATCH);
    }
}
