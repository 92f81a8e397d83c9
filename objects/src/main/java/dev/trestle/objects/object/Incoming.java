package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.Promise;
import dev.trestle.objects.blob.BlobWriter;
import dev.trestle.objects.checksum.ContentDigests;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Content on its way into a blob, with its checksums computed on the way and compared in the end with what was promised. */
public final class Incoming {
    private static final int MD5_BYTES = 16;

    private final BlobWriter blob;
    private final ChecksumAlgorithm kept;
    private final Promise promise;
    private final long bytesMax;
    private final byte @Nullable [] promisedMd5;
    private final ContentDigests digests;

    /** {@code kept} is the algorithm whose checksum is stored. */
    public Incoming(BlobWriter blob, ChecksumAlgorithm kept, Promise promise, long bytesMax) {
        this.blob = blob;
        this.kept = kept;
        this.promise = promise;
        this.bytesMax = bytesMax;
        this.promisedMd5 = promise.contentMd5() == null ? null : md5(promise.contentMd5());
        Set<ChecksumAlgorithm> computed = EnumSet.of(kept);
        if (promise.algorithm() != null) {
            computed.add(promise.algorithm());
            if (promise.checksum() != null) {
                decode(promise.algorithm(), promise.checksum());
            }
        }
        this.digests = new ContentDigests(computed);
        Long length = promise.length();
        if (length != null && length > bytesMax) {
            throw Limits.tooLarge(length, bytesMax);
        }
    }

    private static byte[] md5(String header) {
        try {
            byte[] bytes = Base64.getDecoder().decode(header);
            if (bytes.length == MD5_BYTES) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw ObjectStoreException.of(S3Error.INVALID_DIGEST).with("Content-MD5", header);
        }
        throw ObjectStoreException.of(S3Error.INVALID_DIGEST).with("Content-MD5", header);
    }

    private static byte[] decode(ChecksumAlgorithm algorithm, String value) {
        try {
            byte[] bytes = Base64.getDecoder().decode(value);
            if (bytes.length == algorithm.bytes()) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            throw invalid(algorithm);
        }
        throw invalid(algorithm);
    }

    private static ObjectStoreException invalid(ChecksumAlgorithm algorithm) {
        return ObjectStoreException.of(
                S3Error.INVALID_REQUEST, "Value for " + algorithm.header() + " header is invalid.");
    }

    public BlobWriter blob() {
        return blob;
    }

    /** Takes all bytes of the buffer. */
    public void write(ByteBuffer bytes) {
        long longer = blob.length() + bytes.remaining();
        if (longer > bytesMax) {
            blob.discard();
            throw Limits.tooLarge(longer, bytesMax);
        }
        digests.update(bytes);
        blob.write(bytes);
    }

    /** Checks all promises and brings the blob to the disk; if a promise is not kept, the blob is gone. */
    public Arrived arrive(@Nullable Checksum trailing) {
        try {
            Long length = promise.length();
            if (length != null && length != blob.length()) {
                throw ObjectStoreException.of(S3Error.INCOMPLETE_BODY);
            }
            ContentDigests.Values values = digests.values();
            checkMd5(values.md5());
            if (promise.algorithm() != null && promise.checksum() != null) {
                checkChecksum(promise.algorithm(), promise.checksum(), values);
            }
            if (trailing != null) {
                checkChecksum(trailing.algorithm(), trailing.value(), values);
            }
            blob.sync();
            byte[] checksum = values.checksum(kept);
            if (checksum == null) {
                throw new IllegalStateException("the checksum that is kept was not computed");
            }
            return new Arrived(blob.length(), Bytes.of(values.md5()), kept, Bytes.of(checksum));
        } catch (RuntimeException | Error e) {
            blob.discard();
            throw e;
        }
    }

    private void checkMd5(byte[] computed) {
        if (promisedMd5 != null && !Arrays.equals(promisedMd5, computed)) {
            throw ObjectStoreException.of(S3Error.BAD_DIGEST)
                    .with("ExpectedDigest", HexFormat.of().formatHex(promisedMd5))
                    .with("CalculatedDigest", Base64.getEncoder().encodeToString(computed));
        }
    }

    private static void checkChecksum(ChecksumAlgorithm algorithm, String promised, ContentDigests.Values values) {
        byte[] computed = values.checksum(algorithm);
        if (computed == null) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST,
                    "The checksum behind the content is not of the algorithm that was announced before it");
        }
        if (!Arrays.equals(decode(algorithm, promised), computed)) {
            throw ObjectStoreException.of(
                    S3Error.BAD_DIGEST, "The " + algorithm + " you specified did not match the calculated checksum.");
        }
    }

    /** What has come, of which nothing but its name in the index is missing. */
    public record Arrived(long size, Bytes md5, ChecksumAlgorithm algorithm, Bytes checksum) {

        public String etag() {
            return HexFormat.of().formatHex(md5.array());
        }

        public Checksum toChecksum() {
            return new Checksum(algorithm, Base64.getEncoder().encodeToString(checksum.array()));
        }
    }
}
