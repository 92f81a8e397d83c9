package dev.trestle.systems.holdthatthought.media;

import dev.trestle.platform.system.Bucket;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 of objects. A checksum that a client sends, or one of fewer bits, could be made to be another file's. */
final class Checksums {
    private static final int BUFFER_BYTES = 1 << 16;

    private Checksums() {}

    static String of(Bucket bucket, String key) {
        MessageDigest digest = digest();
        try (InputStream content = bucket.client()
                .getObject(request -> request.bucket(bucket.name()).key(key))) {
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
                digest.update(buffer, 0, count);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    static String of(String text) {
        return HexFormat.of().formatHex(digest().digest(text.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
