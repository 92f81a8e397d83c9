package dev.trestle.systems.zentriqvision.videos;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A video as callers get to see it.
 *
 * @param uploaderName what the user with {@code userId} is called
 * @param faceCount how many persons were found in it
 * @param progress while it is processed
 * @param held whether it is on hold: nobody deletes it, and retention passes it by
 * @param keptUntil when retention deletes it; absent if it stays
 * @param detections the first 500; absent in lists
 * @param detectionsMore whether there are further ones
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record VideoView(
        String videoId,
        String fileName,
        VideoStatus status,
        Instant uploadedAt,
        @Nullable String s3Key,
        @Nullable BigDecimal duration,
        @Nullable Long fileSize,
        @Nullable String userId,
        @Nullable String uploaderName,
        @Nullable Instant recordedAt,
        @Nullable String camera,
        @Nullable String errorMessage,
        @Nullable Instant processingStartedAt,
        @Nullable Instant processedAt,
        @Nullable String thumbnailUrl,
        @Nullable Integer faceCount,
        @Nullable Integer appearanceCount,
        @Nullable Progress progress,
        @Nullable Integer width,
        @Nullable Integer height,
        @Nullable Double frameRate,
        @Nullable Boolean held,
        @Nullable Instant keptUntil,
        @Nullable List<Detection> detections,
        @Nullable Boolean detectionsMore) {
    /**
     * How far the processing is.
     *
     * @param done from 0 to 1
     * @param position up to which second of the video everything found is stored
     * @param message what it waits for, or why it is tried again
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Progress(
            VideoWork.Phase phase,
            double done,
            double position,
            @Nullable String message) {
        static Progress of(VideoWork work) {
            return new Progress(work.phase(), work.done(), work.fromMs() / 1000.0, work.message());
        }
    }

    /** Somebody seen in it; {@code offset} in seconds since it began. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Detection(
            String personId,
            Instant timestamp,
            double offset,
            double confidence,
            AppearanceAttributes attributes,
            @Nullable BoundingBox box,
            @Nullable String cropUrl) {}
}
