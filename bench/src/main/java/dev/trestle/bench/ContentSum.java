package dev.trestle.bench;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** The checksums that an object is stored with, MD5 for its entity tag and CRC-32, over bytes as they come. */
final class ContentSum {
    private final MessageDigest md5;
    private final CRC32 crc = new CRC32();

    ContentSum() {
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    /** Takes what is left in the buffer, and leaves it there. */
    void update(ByteBuffer bytes) {
        md5.update(bytes.duplicate());
        crc.update(bytes.duplicate());
    }

    long crc32() {
        return crc.getValue();
    }

    String md5() {
        return HexFormat.of().formatHex(md5.digest());
    }
}
