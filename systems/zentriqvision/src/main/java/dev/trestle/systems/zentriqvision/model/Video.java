package dev.trestle.systems.zentriqvision.model;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A camera's video.
 *
 * @param s3Key the object, {@code {orgId}/videos/{videoId}.{ext}}
 * @param duration in seconds, of the stored object; absent until it is known
 * @param fileSize in bytes, of the stored object; absent until it is known
 * @param userId who uploaded it; absent on items of programs that do not say so
 * @param recordedAt the time of its first frame; absent if nobody said it
 * @param errorMessage why it ended in {@link VideoStatus#ERROR}
 */
public record Video(
        String videoId,
        String fileName,
        VideoStatus status,
        Instant uploadedAt,
        String s3Key,
        @Nullable BigDecimal duration,
        @Nullable Long fileSize,
        @Nullable String userId,
        @Nullable Instant recordedAt,
        @Nullable String errorMessage) {}
