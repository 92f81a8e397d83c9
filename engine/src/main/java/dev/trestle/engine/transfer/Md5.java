package dev.trestle.engine.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** The checksums of an export: MD5, because the format says so. They find damage, not malice. */
final class Md5 {
    private static final int READ_BYTES = 128 * 1024;

    private Md5() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    static byte[] of(String text) {
        return digest().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** In base64. */
    static String ofFile(Path file) throws IOException {
        MessageDigest md5 = digest();
        byte[] buffer = new byte[READ_BYTES];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                md5.update(buffer, 0, read);
            }
        }
        return Base64.getEncoder().encodeToString(md5.digest());
    }

    /** The tag that S3 gives an object uploaded in one part: the digest of the part's digest, and the number of parts. */
    static String etag(String base64) {
        byte[] ofParts = digest().digest(Base64.getDecoder().decode(base64));
        return HexFormat.of().formatHex(ofParts) + "-1";
    }
}
