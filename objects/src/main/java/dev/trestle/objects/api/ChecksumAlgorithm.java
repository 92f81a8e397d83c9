package dev.trestle.objects.api;

import java.util.Locale;

/** The checksums that S3 knows beside the MD5 of an ETag. */
public enum ChecksumAlgorithm {
    CRC32(4),
    CRC32C(4),
    CRC64NVME(8),
    SHA1(20),
    SHA256(32);

    private final int bytes;

    ChecksumAlgorithm(int bytes) {
        this.bytes = bytes;
    }

    /** How many bytes a checksum has before it is written in Base64. */
    public int bytes() {
        return bytes;
    }

    /** Whether the checksum of a whole can be told from those of its parts. */
    public boolean isCombinable() {
        return this == CRC32 || this == CRC32C || this == CRC64NVME;
    }

    /** The header, and trailer, that carries it. */
    public String header() {
        return "x-amz-checksum-" + name().toLowerCase(Locale.ROOT);
    }
}
