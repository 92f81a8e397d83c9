package dev.trestle.objects.api;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The answer to whatever made an object. {@code versionId} is null where the bucket has never had versions; {@code etag} is without quotes.
 */
public record StoredObject(
        String bucket,
        String key,
        @Nullable String versionId,
        String etag,
        long size,
        Instant lastModified,
        @Nullable StoredChecksum checksum) {}
