package dev.trestle.objects.checksum;

import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.StoredChecksum;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.HexFormat;

/** The entity tag and checksum of an object made of parts, from those of the parts, which are given in their order. */
public final class PartDigests {
    private final ChecksumAlgorithm algorithm;
    private final ChecksumType type;
    private final ByteArrayOutputStream md5s = new ByteArrayOutputStream();
    private final ByteArrayOutputStream checksums = new ByteArrayOutputStream();
    private long joined;
    private int parts;

    public PartDigests(ChecksumAlgorithm algorithm, ChecksumType type) {
        this.algorithm = algorithm;
        this.type = type;
    }

    public void add(byte[] md5, byte[] checksum, long bytes) {
        md5s.writeBytes(md5);
        if (type == ChecksumType.COMPOSITE) {
            checksums.writeBytes(checksum);
        } else {
            long crc = Crcs.toLong(checksum);
            joined = parts == 0 ? crc : CrcJoin.of(algorithm).join(joined, crc, bytes);
        }
        parts++;
    }

    public String etag() {
        return HexFormat.of().formatHex(Digest.md5(md5s.toByteArray())) + "-" + parts;
    }

    public StoredChecksum checksum() {
        byte[] value = type == ChecksumType.COMPOSITE
                ? Digest.of(algorithm, checksums.toByteArray())
                : Crcs.toBytes(joined, algorithm.bytes());
        String text = Base64.getEncoder().encodeToString(value);
        return new StoredChecksum(algorithm, type == ChecksumType.COMPOSITE ? text + "-" + parts : text, type);
    }
}
