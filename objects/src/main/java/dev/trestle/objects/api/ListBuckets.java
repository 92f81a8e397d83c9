package dev.trestle.objects.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks for buckets in the order of their names. {@code maxBuckets} is from 1 to 10,000, null for all. */
public record ListBuckets(
        @Nullable String prefix,
        @Nullable Integer maxBuckets,
        @Nullable String continuationToken) {
    public static final ListBuckets ALL = new ListBuckets(null, null, null);

    /** {@code nextToken} is null on the last page. */
    public record Result(List<BucketInfo> buckets, @Nullable String nextToken) {}
}
