package dev.trestle.objects.checksum;

import dev.trestle.objects.api.ChecksumAlgorithm;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;

/** One checksum being computed. */
public interface Digest {

    /** Takes all bytes of the buffer. */
    void update(ByteBuffer bytes);

    /** The checksum of all that was taken; to be asked for once. */
    byte[] value();

    static Digest md5() {
        return of(messageDigest("MD5"));
    }

    static Digest of(ChecksumAlgorithm algorithm) {
        return switch (algorithm) {
            case CRC32 -> of(new CRC32(), Integer.BYTES);
            case CRC32C -> of(new CRC32C(), Integer.BYTES);
            case CRC64NVME -> of(new Crc64Nvme(), Long.BYTES);
            case SHA1 -> of(messageDigest("SHA-1"));
            case SHA256 -> of(messageDigest("SHA-256"));
        };
    }

    /** The checksum of a few bytes. */
    static byte[] of(ChecksumAlgorithm algorithm, byte[] bytes) {
        Digest digest = of(algorithm);
        digest.update(ByteBuffer.wrap(bytes));
        return digest.value();
    }

    static byte[] md5(byte[] bytes) {
        return messageDigest("MD5").digest(bytes);
    }

    private static Digest of(MessageDigest digest) {
        return new Digest() {
            @Override
            public void update(ByteBuffer bytes) {
                digest.update(bytes);
            }

            @Override
            public byte[] value() {
                return digest.digest();
            }
        };
    }

    private static Digest of(java.util.zip.Checksum checksum, int width) {
        return new Digest() {
            @Override
            public void update(ByteBuffer bytes) {
                checksum.update(bytes);
            }

            @Override
            public byte[] value() {
                return Crcs.toBytes(checksum.getValue(), width);
            }
        };
    }

    private static MessageDigest messageDigest(String name) {
        try {
            return MessageDigest.getInstance(name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no " + name + ", which every Java must have", e);
        }
    }
}
