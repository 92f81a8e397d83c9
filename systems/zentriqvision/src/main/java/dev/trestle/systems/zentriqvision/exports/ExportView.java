package dev.trestle.systems.zentriqvision.exports;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.systems.zentriqvision.model.BlurKind;
import dev.trestle.systems.zentriqvision.model.Export;
import dev.trestle.systems.zentriqvision.model.ExportStatus;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An export as callers get to see it.
 *
 * @param done from 0 to 1
 * @param expiresAt when the clip is removed
 * @param clipUrl where the clip can be fetched for an hour; absent in lists
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ExportView(
        String exportId,
        String videoId,
        String fileName,
        @Nullable String camera,
        double start,
        double end,
        Instant from,
        BlurKind blur,
        boolean boxes,
        @JsonProperty("case") @Nullable String caseName,
        @Nullable String reason,
        String userId,
        ExportStatus status,
        double done,
        @Nullable String errorMessage,
        Instant createdAt,
        @Nullable Instant finishedAt,
        Instant expiresAt,
        @Nullable Long fileSize,
        @Nullable String sha256,
        @Nullable Integer persons,
        @Nullable String clipUrl) {
    static ExportView of(Export export, int days, @Nullable String url) {
        return new ExportView(
                export.exportId(),
                export.videoId(),
                export.fileName(),
                export.camera(),
                export.start(),
                export.end(),
                export.from(),
                export.blur(),
                export.boxes(),
                export.caseName(),
                export.reason(),
                export.userId(),
                export.status(),
                export.done(),
                export.errorMessage(),
                export.createdAt(),
                export.finishedAt(),
                export.createdAt().plus(Duration.ofDays(days)),
                export.fileSize(),
                export.sha256(),
                export.persons(),
                url);
    }
}
