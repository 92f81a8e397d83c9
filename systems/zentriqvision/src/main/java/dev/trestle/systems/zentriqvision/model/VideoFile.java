package dev.trestle.systems.zentriqvision.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A video's object: how it is sent, and what the probe found in it.
 *
 * @param contentType that was announced
 * @param announced its length in bytes; absent if nobody said it
 * @param arrivalId of its upload; absent if another program put the object there
 * @param durationMs absent, like all that follows, until the probe has looked
 * @param playable whether browsers play the object itself; if not, they play the rendition
 * @param renditionKey the object that browsers play in its place
 * @param thumbnailKey the object with a picture of it
 * @param startsAt the time of its first frame, with the offset that its camera's clock had when it was processed
 */
@RecordBuilder
public record VideoFile(
        String videoId,
        String contentType,
        @Nullable Long announced,
        @Nullable String arrivalId,
        Instant changedAt,
        @Nullable Long durationMs,
        @Nullable Integer width,
        @Nullable Integer height,
        @Nullable Double frameRate,
        @Nullable Boolean playable,
        @Nullable String renditionKey,
        @Nullable String thumbnailKey,
        @Nullable Instant startsAt)
        implements VideoFileBuilder.With {
    public static VideoFile of(
            String videoId,
            String contentType,
            @Nullable Long announced,
            @Nullable String arrivalId,
            Instant changedAt) {
        return new VideoFile(
                videoId, contentType, announced, arrivalId, changedAt, null, null, null, null, null, null, null, null);
    }
}
