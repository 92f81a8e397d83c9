package dev.trestle.objects.api;

import org.jspecify.annotations.Nullable;

/** Deletes one version for good, or, where {@code versionId} is null, the object as its bucket's versioning has it. */
public record DeleteObject(
        String bucket,
        String key,
        @Nullable String versionId,
        @Nullable String ifMatch) {

    public DeleteObject(String bucket, String key) {
        this(bucket, key, null, null);
    }

    /**
     * {@code deleteMarker} tells that a delete marker was made, or was what was deleted; {@code versionId} is that of the version that
     * was deleted or of the marker that was made, null if the bucket has never had versions.
     */
    public record Result(boolean deleteMarker, @Nullable String versionId) {}
}
