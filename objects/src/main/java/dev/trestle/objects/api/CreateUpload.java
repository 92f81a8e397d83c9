package dev.trestle.objects.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Begins an upload in parts. Where no {@code algorithm} is given, CRC64NVME over the whole object is kept, as S3 does. */
public record CreateUpload(
        String bucket,
        String key,
        ContentHeaders headers,
        Map<String, String> tags,
        @Nullable String storageClass,
        @Nullable ChecksumAlgorithm algorithm,
        @Nullable ChecksumType checksumType) {

    public CreateUpload(String bucket, String key) {
        this(bucket, key, ContentHeaders.NONE, Map.of(), null, null, null);
    }

    /** The checksum's algorithm and type are null if none was asked for. */
    public record Result(
            String uploadId,
            @Nullable ChecksumAlgorithm algorithm,
            @Nullable ChecksumType checksumType) {}
}
