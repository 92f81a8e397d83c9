package dev.trestle.systems.zentriqvision.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A camera's video.
 *
 * @param s3Key the object, {@code {orgId}/videos/{videoId}.{ext}}; absent for what an outside analyzer saw of a camera, which has no object
 * @param duration in seconds, of the stored object; absent until it is known
 * @param fileSize in bytes, of the stored object; absent until it is known
 * @param userId who uploaded it; absent on items of programs that do not say so
 * @param recordedAt the time of its first frame, as it was given; absent if nobody said it
 * @param errorMessage why it ended in {@link VideoStatus#ERROR}
 * @param camera the name of the camera; absent if nobody said it
 * @param processingStartedAt when its last analysis began
 * @param processedAt when its last analysis ended
 */
@RecordBuilder
public record Video(
        String videoId,
        String fileName,
        VideoStatus status,
        Instant uploadedAt,
        @Nullable String s3Key,
        @Nullable BigDecimal duration,
        @Nullable Long fileSize,
        @Nullable String userId,
        @Nullable Instant recordedAt,
        @Nullable String errorMessage,
        @Nullable String camera,
        @Nullable Instant processingStartedAt,
        @Nullable Instant processedAt)
        implements VideoBuilder.With {
    /** One that is announced: nothing is known of its object. */
    public static Video uploading(String videoId, String fileName, Instant uploadedAt, @Nullable String s3Key) {
        return new Video(
                videoId,
                fileName,
                VideoStatus.UPLOADING,
                uploadedAt,
                s3Key,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** When its first frame was recorded, as far as is known, by the camera's own clock. */
    public Instant startedAt() {
        return recordedAt == null ? uploadedAt : recordedAt;
    }
}
