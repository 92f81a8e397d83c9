package dev.trestle.objects.api;

import org.jspecify.annotations.Nullable;

/**
 * Asks for an object, or for what is known of it. {@code range} is the Range header as it came: one that makes no sense is passed over,
 * as HTTP has it. Only one of {@code range} and {@code partNumber} may be given.
 */
public record GetObject(
        String bucket,
        String key,
        @Nullable String versionId,
        @Nullable String range,
        @Nullable Integer partNumber,
        ReadCondition condition) {

    /** The current object, whole. */
    public GetObject(String bucket, String key) {
        this(bucket, key, null, null, null, ReadCondition.NONE);
    }

    /** One version, whole; the current one if {@code versionId} is null. */
    public GetObject(String bucket, String key, @Nullable String versionId) {
        this(bucket, key, versionId, null, null, ReadCondition.NONE);
    }
}
