package dev.trestle.model.value;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Text that is cut off where it would make a key too long. The order of two texts is kept as far as they differ before the cut. */
public final class CutText {
    private static final int BYTES_MAX = 900;
    private static final int HASH_DIGITS = 16;

    private CutText() {}

    /** A text within 900 bytes: itself, or its beginning, {@code ~} and sixteen digits of its hash. */
    public static String of(String text) {
        // A character has at most three bytes; most texts are done with that.
        if (text.length() * 3L <= BYTES_MAX) {
            return text;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= BYTES_MAX) {
            return text;
        }
        int end = BYTES_MAX;
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + "~" + hash(bytes);
    }

    private static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, HASH_DIGITS / 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
