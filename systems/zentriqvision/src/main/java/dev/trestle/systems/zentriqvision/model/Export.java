package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.Name;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A clip of a video that is taken out of the system, and what its manifest says.
 *
 * @param camera of the video when the clip was asked for, which decides who may see it
 * @param start in seconds since the video began
 * @param end in seconds
 * @param from the time of the clip's first picture, by the corrected clock of the camera
 * @param boxes whether the clip has frames around people
 * @param caseName what the clip belongs to
 * @param reason why it was taken out; never absent where nobody is blurred
 * @param userId who asked for it
 * @param done from 0 to 1
 * @param s3Key of the clip, like all that follows absent until it is ready
 * @param sha256 of the clip, in hexadecimal digits
 * @param sourceSha256 of the video's object, as the clip was made of it
 * @param sourceSize of the video's object, in bytes
 * @param persons how many persons were known in the span
 */
@RecordBuilder
public record Export(
        String exportId,
        String videoId,
        String fileName,
        @Nullable String camera,
        double start,
        double end,
        Instant from,
        BlurKind blur,
        boolean boxes,
        @Name("case") @Nullable String caseName,
        @Nullable String reason,
        String userId,
        ExportStatus status,
        double done,
        @Nullable String errorMessage,
        Instant createdAt,
        @Nullable Instant finishedAt,
        @Nullable String s3Key,
        @Nullable Long fileSize,
        @Nullable String sha256,
        @Nullable String sourceSha256,
        @Nullable Long sourceSize,
        @Nullable Integer persons)
        implements ExportBuilder.With {
    public boolean isOver() {
        return status == ExportStatus.READY || status == ExportStatus.ERROR;
    }
}
