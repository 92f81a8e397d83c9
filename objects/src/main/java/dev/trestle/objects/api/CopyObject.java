package dev.trestle.objects.api;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes an object of another one.
 *
 * @param headers in place of the source's; null to copy those
 * @param tags in place of the source's; null to copy those
 * @param algorithm the checksum that the copy gets; null for the source's own
 */
public record CopyObject(
        CopySource source,
        String bucket,
        String key,
        @Nullable ContentHeaders headers,
        @Nullable Map<String, String> tags,
        @Nullable String storageClass,
        @Nullable ChecksumAlgorithm algorithm,
        WriteCondition condition) {

    /** With all that belongs to the source. */
    public CopyObject(CopySource source, String bucket, String key) {
        this(source, bucket, key, null, null, null, null, WriteCondition.NONE);
    }

    /** {@code sourceVersionId} is null where the source's bucket has never had versions. */
    public record Result(StoredObject object, @Nullable String sourceVersionId) {}
}
