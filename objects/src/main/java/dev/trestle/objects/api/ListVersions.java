package dev.trestle.objects.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of a bucket's versions and delete markers, by key and, within a key, newest first. It begins behind {@code keyMarker},
 * or behind that version of it.
 */
public record ListVersions(
        String bucket,
        @Nullable String prefix,
        @Nullable String delimiter,
        @Nullable String keyMarker,
        @Nullable String versionIdMarker,
        int maxKeys) {

    public ListVersions(String bucket) {
        this(bucket, null, null, null, null, 1000);
    }

    /**
     * A version or, where {@code deleteMarker} says so, a marker, which has neither {@code etag} nor size nor checksum. {@code versionId}
     * is {@code null} as text for what has no version of its own.
     */
    public record Entry(
            String key,
            String versionId,
            boolean latest,
            boolean deleteMarker,
            Instant lastModified,
            @Nullable String etag,
            long size,
            String storageClass,
            @Nullable ChecksumAlgorithm checksumAlgorithm,
            @Nullable ChecksumType checksumType) {}

    /** A page, with both kinds in one order. The next markers are null on the last page, the second also behind a common prefix. */
    public record Result(
            List<Entry> entries,
            List<String> commonPrefixes,
            @Nullable String nextKeyMarker,
            @Nullable String nextVersionIdMarker) {

        public boolean truncated() {
            return nextKeyMarker != null;
        }
    }
}
