package dev.trestle.objects.api;

import org.jspecify.annotations.Nullable;

/** What is copied, and under which conditions. */
public record CopySource(
        String bucket, String key, @Nullable String versionId, ReadCondition condition) {

    public CopySource(String bucket, String key) {
        this(bucket, key, null, ReadCondition.NONE);
    }
}
