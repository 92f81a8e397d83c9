package dev.trestle.systems.zentriqvision.exports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.systems.zentriqvision.model.BlurKind;
import dev.trestle.systems.zentriqvision.model.Export;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What says of an exported clip where it comes from: who took it out, when and why, of which span of which file, and what is blurred. With the
 * hashes, anybody can check that a clip is this one, and that it was made of a certain video.
 *
 * @param sound always "removed": clips are silent
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Manifest(
        String exportId,
        String orgId,
        By exportedBy,
        Instant createdAt,
        Instant finishedAt,
        @JsonProperty("case") @Nullable String caseName,
        @Nullable String reason,
        Source source,
        Span range,
        BlurKind blur,
        boolean boxes,
        String sound,
        int persons,
        Clip clip) {
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record By(String userId, @Nullable String email) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Source(String videoId, String fileName, @Nullable String camera, long size, String sha256) {}

    /** Seconds since the video began, and the times that they are by the corrected clock of the camera. */
    record Span(double start, double end, Instant from, Instant to) {}

    record Clip(String fileName, long size, String sha256) {}

    /** {@code export} is ready. */
    static Manifest of(String orgId, Export export, @Nullable String email) {
        long millis = Math.round((export.end() - export.start()) * 1000);
        return new Manifest(
                export.exportId(),
                orgId,
                new By(export.userId(), email),
                export.createdAt(),
                Objects.requireNonNull(export.finishedAt()),
                export.caseName(),
                export.reason(),
                new Source(
                        export.videoId(),
                        export.fileName(),
                        export.camera(),
                        Objects.requireNonNull(export.sourceSize()),
                        Objects.requireNonNull(export.sourceSha256())),
                new Span(
                        export.start(),
                        export.end(),
                        export.from(),
                        export.from().plus(Duration.ofMillis(millis))),
                export.blur(),
                export.boxes(),
                "removed",
                Objects.requireNonNullElse(export.persons(), 0),
                new Clip(
                        ExportKeys.fileName(export),
                        Objects.requireNonNull(export.fileSize()),
                        Objects.requireNonNull(export.sha256())));
    }
}
