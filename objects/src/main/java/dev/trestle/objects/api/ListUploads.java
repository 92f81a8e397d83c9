package dev.trestle.objects.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of a bucket's unfinished uploads, by key and, within a key, in the order in which they began. It begins behind
 * {@code keyMarker}, or behind that upload of it.
 */
public record ListUploads(
        String bucket,
        @Nullable String prefix,
        @Nullable String delimiter,
        @Nullable String keyMarker,
        @Nullable String uploadIdMarker,
        int maxUploads) {

    public ListUploads(String bucket) {
        this(bucket, null, null, null, null, 1000);
    }

    public record Entry(
            String key,
            String uploadId,
            Instant initiated,
            String storageClass,
            @Nullable ChecksumAlgorithm algorithm,
            @Nullable ChecksumType checksumType) {}

    /** The next markers are null on the last page, the second also behind a common prefix. */
    public record Result(
            List<Entry> uploads,
            List<String> commonPrefixes,
            @Nullable String nextKeyMarker,
            @Nullable String nextUploadIdMarker) {

        public boolean truncated() {
            return nextKeyMarker != null;
        }
    }
}
