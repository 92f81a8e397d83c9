package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A picture, film, voice or document of the gallery.
 *
 * @param fileName what its uploader calls it
 * @param checksum SHA-256 of its bytes, in hexadecimal digits
 * @param uploaderId empty for one that another program has stored
 * @param thumbnail how the names of its small pictures end: {@code jpg} or {@code png}; null if there are none
 */
@RecordBuilder
public record MediaItem(
        String mediaId,
        MediaCategory category,
        String s3Key,
        String fileName,
        String contentType,
        long size,
        String checksum,
        String uploaderId,
        @Nullable String caption,
        @Nullable String thumbnail,
        Instant createdAt,
        Instant updatedAt)
        implements MediaItemBuilder.With {}
