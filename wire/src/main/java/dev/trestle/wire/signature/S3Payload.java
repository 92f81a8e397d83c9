package dev.trestle.wire.signature;

import dev.trestle.wire.error.S3Refusal;
import java.util.List;
import java.util.regex.Pattern;

/**
 * How a request to S3 sends its body, and what the body is checked by.
 *
 * @param text as it stands in {@code x-amz-content-sha256}: the hash of the body, or the name of a kind
 * @param chunks checks the signatures of chunks; only those kinds ask it that have any
 */
public record S3Payload(Kind kind, String text, ChunkSignatures chunks) {
    /** That of a request that need not be signed. */
    public static final S3Payload UNCHECKED =
            new S3Payload(Kind.UNSIGNED, "UNSIGNED-PAYLOAD", new ChunkSignatures(null, "", "", ""));

    static final String HEADER = "x-amz-content-sha256";
    static final String UNSIGNED = "UNSIGNED-PAYLOAD";

    private static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");

    /** Whether a body comes in chunks, whether those are signed, and whether further headers follow it. */
    public enum Kind {
        HASHED(""),
        UNSIGNED(S3Payload.UNSIGNED),
        SIGNED_CHUNKS("STREAMING-AWS4-HMAC-SHA256-PAYLOAD"),
        SIGNED_CHUNKS_AND_TRAILER("STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"),
        UNSIGNED_CHUNKS_AND_TRAILER("STREAMING-UNSIGNED-PAYLOAD-TRAILER");

        private final String wireName;

        Kind(String wireName) {
            this.wireName = wireName;
        }

        static Kind of(String text) {
            for (Kind kind : values()) {
                if (kind != HASHED && kind.wireName.equals(text)) {
                    return kind;
                }
            }
            if (HASH.matcher(text).matches()) {
                return HASHED;
            }
            throw S3Refusal.invalidArgument(HEADER + " must be " + names() + " or a valid sha256 value.", HEADER, text);
        }

        private static String names() {
            return String.join(
                    ", ",
                    List.of(values()).stream()
                            .filter(kind -> kind != HASHED)
                            .map(kind -> kind.wireName)
                            .toList());
        }

        public boolean isChunked() {
            return this != HASHED && this != UNSIGNED;
        }

        public boolean hasSignedChunks() {
            return this == SIGNED_CHUNKS || this == SIGNED_CHUNKS_AND_TRAILER;
        }

        public boolean hasTrailer() {
            return this == SIGNED_CHUNKS_AND_TRAILER || this == UNSIGNED_CHUNKS_AND_TRAILER;
        }
    }
}
