package dev.trestle.objects.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All that is known of an object beside its content.
 *
 * @param versionId {@code null} as text for an object without a version of its own, null where the bucket has never had versions
 * @param etag without quotes
 * @param partsCount of how many parts it was put together, null if it came as one
 */
public record ObjectInfo(
        String bucket,
        String key,
        @Nullable String versionId,
        String etag,
        long size,
        Instant lastModified,
        ContentHeaders headers,
        String storageClass,
        @Nullable StoredChecksum checksum,
        int tagCount,
        @Nullable Integer partsCount) {}
