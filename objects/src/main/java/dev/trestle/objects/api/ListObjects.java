package dev.trestle.objects.api;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Asks for a page of a bucket's objects in the order of their keys' UTF-8. Serves both versions of the operation: {@code startAfter} is
 * the marker of the first, and goes before nothing if there is a {@code continuationToken}.
 *
 * @param maxKeys from 0; more than 1,000 are not given
 */
public record ListObjects(
        String bucket,
        @Nullable String prefix,
        @Nullable String delimiter,
        @Nullable String startAfter,
        @Nullable String continuationToken,
        int maxKeys) {

    public ListObjects(String bucket) {
        this(bucket, null, null, null, null, 1000);
    }

    /** One object of a listing. {@code etag} is without quotes. */
    public record Entry(
            String key,
            Instant lastModified,
            String etag,
            long size,
            String storageClass,
            @Nullable ChecksumAlgorithm checksumAlgorithm,
            @Nullable ChecksumType checksumType) {}

    /**
     * A page. {@code nextMarker} is the last key or common prefix of it, which the first version of the operation goes on behind;
     * {@code nextToken} is what the second does. Both are null on the last page.
     */
    public record Result(
            List<Entry> objects,
            List<String> commonPrefixes,
            @Nullable String nextMarker,
            @Nullable String nextToken) {

        public boolean truncated() {
            return nextToken != null;
        }
    }
}
